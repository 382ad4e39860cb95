/** Made by `npm run generate` from the routes of the management API; do not edit. */
export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who you are
         * @description Every manager may call it, whatever the role.
         */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what you may do at a place
         * @description Name one place, or none for the instance. Nothing is held at a place that does not exist. Of a user who manages something, and holds more there than you, you may change nothing. Locking and deactivating them is told apart from that, by `mayStop`: it needs the permission to change users of their organization, and all that they hold at the instance and in their own organization.
         *
         *     Every manager may call it, whatever the role.
         */
        get: operations["readMePermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the manager roles there are
         * @description Every manager may call it, whatever the role.
         */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the permissions there are
         * @description Every manager may call it, whatever the role.
         */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description All of them for who holds `organization.read` on the instance; for others those of which they are a manager.
         *
         *     Every manager may call it, whatever the role.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description Needs the permission `organization.create` at the instance.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization
         * @description Needs the permission `organization.read` at the organization.
         */
        get: operations["readOrganization"];
        put?: never;
        post?: never;
        /**
         * Delete an organization
         * @description With it go its users, projects, policies and metadata, the grants to it, and everything that belongs to those.
         *
         *     Needs the permission `organization.delete` at the organization.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description Another domain changes the login names of all its users. It also needs `organization_domain.choose`, for one that is no public domain, that no other organization has and in which nobody outside has an e-mail address; or `organization_domain.write`, for any.
         *
         *     Needs the permission `organization.write` at the organization.
         */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/organizations/{organizationId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an organization
         * @description Its users can sign in again, and people can sign in at its applications again.
         *
         *     Needs the permission `organization.activate` at the organization.
         */
        post: operations["activateOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate an organization
         * @description While it is inactive, its users cannot sign in anywhere, its owners included, and nobody can sign in at its applications. Only who manages the instance can activate it again.
         *
         *     Needs the permission `organization.deactivate` at the organization.
         */
        post: operations["deactivateOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the metadata of an organization
         * @description All of it, sorted by key: there are at most 100 entries.
         *
         *     Needs the permission `organization_metadata.read` at the organization.
         */
        get: operations["listOrganizationMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/metadata/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an entry of an organization's metadata
         * @description Needs the permission `organization_metadata.write` at the organization.
         */
        put: operations["setOrganizationMetadata"];
        post?: never;
        /**
         * Delete an entry of an organization's metadata
         * @description Needs the permission `organization_metadata.delete` at the organization.
         */
        delete: operations["deleteOrganizationMetadata"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the instance
         * @description Needs the permission `instance.read` at the instance.
         */
        get: operations["readInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the instance
         * @description Addresses are part of the configuration and cannot be changed here.
         *
         *     Needs the permission `instance.write` at the instance.
         */
        patch: operations["changeInstance"];
        trace?: never;
    };
    "/instance/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all policies of the instance
         * @description What was decided there, whoever decided it, and in `effective` what holds where the instance sets a floor. Branding has a call of its own.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["listInstancePolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `password` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstancePasswordPolicy"];
        /**
         * Set the policy `password` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstancePasswordPolicy"];
        post?: never;
        /**
         * Reset the policy `password` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstancePasswordPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `registration` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceRegistrationPolicy"];
        /**
         * Set the policy `registration` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceRegistrationPolicy"];
        post?: never;
        /**
         * Reset the policy `registration` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceRegistrationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `sessions` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceSessionsPolicy"];
        /**
         * Set the policy `sessions` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceSessionsPolicy"];
        post?: never;
        /**
         * Reset the policy `sessions` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceSessionsPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/throttling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `throttling` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceThrottlingPolicy"];
        /**
         * Set the policy `throttling` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceThrottlingPolicy"];
        post?: never;
        /**
         * Reset the policy `throttling` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceThrottlingPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/throttlingBounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `throttlingBounds` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceThrottlingBoundsPolicy"];
        /**
         * Set the policy `throttlingBounds` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceThrottlingBoundsPolicy"];
        post?: never;
        /**
         * Reset the policy `throttlingBounds` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceThrottlingBoundsPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/secondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `secondFactor` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceSecondFactorPolicy"];
        /**
         * Set the policy `secondFactor` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceSecondFactorPolicy"];
        post?: never;
        /**
         * Reset the policy `secondFactor` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceSecondFactorPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `account` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceAccountPolicy"];
        /**
         * Set the policy `account` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceAccountPolicy"];
        post?: never;
        /**
         * Reset the policy `account` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceAccountPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `languages` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceLanguagesPolicy"];
        /**
         * Set the policy `languages` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceLanguagesPolicy"];
        post?: never;
        /**
         * Reset the policy `languages` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceLanguagesPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `tokens` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceTokensPolicy"];
        /**
         * Set the policy `tokens` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceTokensPolicy"];
        post?: never;
        /**
         * Reset the policy `tokens` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceTokensPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `events` of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["readInstanceEventsPolicy"];
        /**
         * Set the policy `events` of the instance
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        put: operations["setInstanceEventsPolicy"];
        post?: never;
        /**
         * Reset the policy `events` of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance_policy.write` at the instance.
         */
        delete: operations["deleteInstanceEventsPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/policies/registration/admits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the projects that admit whoever registers, for the instance
         * @description Projects without role check, in which everybody who makes an account could use the applications. Those that admit users of an organization that has not decided for itself. With `roleCheck`, a project asks for a role first.
         *
         *     Needs the permission `instance_policy.read` at the instance.
         */
        get: operations["listInstancePoliciesRegistrationAdmits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all policies of an organization
         * @description What was decided there, whoever decided it, and in `effective` what holds where the instance sets a floor. Branding has a call of its own.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["listOrganizationPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `password` of an organization
         * @description What was decided for it, whoever decided it, and in `effective` what holds: never less than the instance asks for.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationPasswordPolicy"];
        /**
         * Set the policy `password` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet. They are stored as they are sent, and hold as far as the instance asks for no more: see `effective` in the answer.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationPasswordPolicy"];
        post?: never;
        /**
         * Reset the policy `password` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationPasswordPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `registration` of an organization
         * @description What was decided for it, whoever decided it, and in `effective` what holds: never less than the instance asks for.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationRegistrationPolicy"];
        /**
         * Set the policy `registration` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet. They are stored as they are sent, and hold as far as the instance asks for no more: see `effective` in the answer.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationRegistrationPolicy"];
        post?: never;
        /**
         * Reset the policy `registration` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationRegistrationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `sessions` of an organization
         * @description What was decided for it, whoever decided it, and in `effective` what holds: never less than the instance asks for.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationSessionsPolicy"];
        /**
         * Set the policy `sessions` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet. They are stored as they are sent, and hold as far as the instance asks for no more: see `effective` in the answer.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationSessionsPolicy"];
        post?: never;
        /**
         * Reset the policy `sessions` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationSessionsPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/throttling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `throttling` of an organization
         * @description What was decided for it, whoever decided it, and in `effective` what holds: never less than the instance asks for.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationThrottlingPolicy"];
        /**
         * Set the policy `throttling` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet. They are stored as they are sent, and hold as far as the instance asks for no more: see `effective` in the answer.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationThrottlingPolicy"];
        post?: never;
        /**
         * Reset the policy `throttling` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationThrottlingPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/secondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `secondFactor` of an organization
         * @description What was decided for it, whoever decided it, and in `effective` what holds: never less than the instance asks for.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationSecondFactorPolicy"];
        /**
         * Set the policy `secondFactor` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet. They are stored as they are sent, and hold as far as the instance asks for no more: see `effective` in the answer.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationSecondFactorPolicy"];
        post?: never;
        /**
         * Reset the policy `secondFactor` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationSecondFactorPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `account` of an organization
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationAccountPolicy"];
        /**
         * Set the policy `account` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationAccountPolicy"];
        post?: never;
        /**
         * Reset the policy `account` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationAccountPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the policy `languages` of an organization
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["readOrganizationLanguagesPolicy"];
        /**
         * Set the policy `languages` of an organization
         * @description All settings at once. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `organization_policy.write` at the organization.
         */
        put: operations["setOrganizationLanguagesPolicy"];
        post?: never;
        /**
         * Reset the policy `languages` of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `organization_policy.delete` at the organization.
         */
        delete: operations["deleteOrganizationLanguagesPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/policies/registration/admits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the projects that admit whoever registers, for an organization
         * @description Projects without role check, in which everybody who makes an account could use the applications. Its own, and those granted to it. What other organizations have open to everybody is not told. With `roleCheck`, a project asks for a role first.
         *
         *     Needs the permission `organization_policy.read` at the organization.
         */
        get: operations["listOrganizationPoliciesRegistrationAdmits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the branding of an organization
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `branding.read` at the organization.
         */
        get: operations["readOrganizationBranding"];
        /**
         * Set the branding of an organization
         * @description What is left out or null is not set: pages look there as Signet's do. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `branding.write` at the organization.
         */
        put: operations["setOrganizationBranding"];
        post?: never;
        /**
         * Reset the branding of an organization
         * @description The instance's settings hold again.
         *
         *     Needs the permission `branding.write` at the organization.
         */
        delete: operations["deleteOrganizationBranding"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the branding of the instance
         * @description What holds there, whoever decided it.
         *
         *     Needs the permission `instance.read` at the instance.
         */
        get: operations["readInstanceBranding"];
        /**
         * Set the branding of the instance
         * @description What is left out or null is not set: pages look there as Signet's do. With `If-Match: "0"`, only if nothing was decided here yet.
         *
         *     Needs the permission `instance.write` at the instance.
         */
        put: operations["setInstanceBranding"];
        post?: never;
        /**
         * Reset the branding of the instance
         * @description The built-in settings hold again.
         *
         *     Needs the permission `instance.write` at the instance.
         */
        delete: operations["deleteInstanceBranding"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/branding/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pictures of an organization
         * @description Its own. An organization that has none shows the instance's.
         *
         *     Needs the permission `branding.read` at the organization.
         */
        get: operations["listOrganizationBrandingImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/branding/images/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a picture of an organization
         * @description It is made anew as WebP, without anything that was in the file beside the picture. A logo is made to fit into 640 × 160 pixels, an icon into 128 × 128.
         *
         *     Needs the permission `branding.write` at the organization.
         */
        put: operations["setOrganizationBrandingImage"];
        post?: never;
        /**
         * Remove a picture of an organization
         * @description Needs the permission `branding.write` at the organization.
         */
        delete: operations["deleteOrganizationBrandingImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/branding/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pictures of the instance
         * @description Organizations that have none of their own show these.
         *
         *     Needs the permission `instance.read` at the instance.
         */
        get: operations["listInstanceBrandingImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/branding/images/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a picture of the instance
         * @description It is made anew as WebP, without anything that was in the file beside the picture. A logo is made to fit into 640 × 160 pixels, an icon into 128 × 128.
         *
         *     Needs the permission `instance.write` at the instance.
         */
        put: operations["setInstanceBrandingImage"];
        post?: never;
        /**
         * Remove a picture of the instance
         * @description Needs the permission `instance.write` at the instance.
         */
        delete: operations["deleteInstanceBrandingImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/managers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the managers of the instance
         * @description Needs the permission `iam_manager.read` at the instance.
         */
        get: operations["listInstanceManagers"];
        put?: never;
        /**
         * Make a user a manager of the instance
         * @description Nobody can give a role that holds a permission they do not hold themselves there. Every session of the user ends, and every token of a service user (its keys and its secret stay), if somebody else gives them a role of the instance or of the organization they belong to: who managed the account until then could have signed in with it. See what it has with `GET /users/{userId}/access`, and send `keepSessions` to let them go on.
         *
         *     Needs the permission `iam_manager.write` at the instance.
         */
        post: operations["createInstanceManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/managers/{managerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role of the instance away
         * @description It takes the same permissions as giving it. The last IAM_OWNER stays.
         *
         *     Needs the permission `iam_manager.write` at the instance.
         */
        delete: operations["deleteInstanceManager"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/managers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the managers of an organization
         * @description Needs the permission `organization_manager.read` at the organization.
         */
        get: operations["listOrganizationManagers"];
        put?: never;
        /**
         * Make a user a manager of an organization
         * @description Nobody can give a role that holds a permission they do not hold themselves there. Every session of the user ends, and every token of a service user (its keys and its secret stay), if somebody else gives them a role of the instance or of the organization they belong to: who managed the account until then could have signed in with it. See what it has with `GET /users/{userId}/access`, and send `keepSessions` to let them go on.
         *
         *     Needs the permission `organization_manager.write` at the organization.
         */
        post: operations["createOrganizationManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/managers/{managerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role of an organization away
         * @description It takes the same permissions as giving it. The last IAM_OWNER stays.
         *
         *     Needs the permission `organization_manager.write` at the organization.
         */
        delete: operations["deleteOrganizationManager"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/managers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the managers of a project
         * @description Needs the permission `project_manager.read` at the project.
         */
        get: operations["listProjectManagers"];
        put?: never;
        /**
         * Make a user a manager of a project
         * @description Nobody can give a role that holds a permission they do not hold themselves there.
         *
         *     Needs the permission `project_manager.write` at the project.
         */
        post: operations["createProjectManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/managers/{managerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role of a project away
         * @description It takes the same permissions as giving it. The last IAM_OWNER stays.
         *
         *     Needs the permission `project_manager.write` at the project.
         */
        delete: operations["deleteProjectManager"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}/managers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the managers of a project grant
         * @description Needs the permission `project_grant_manager.read` at the project grant.
         */
        get: operations["listProjectGrantManagers"];
        put?: never;
        /**
         * Make a user a manager of a project grant
         * @description Nobody can give a role that holds a permission they do not hold themselves there.
         *
         *     Needs the permission `project_grant_manager.write` at the project grant.
         */
        post: operations["createProjectGrantManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}/managers/{managerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role of a project grant away
         * @description It takes the same permissions as giving it. The last IAM_OWNER stays.
         *
         *     Needs the permission `project_grant_manager.write` at the project grant.
         */
        delete: operations["deleteProjectGrantManager"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/manager-roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the manager roles of a person
         * @description Only those at places whose managers you may see.
         *
         *     Needs the permission `user.read` at the user's organization.
         */
        get: operations["listUserManagerRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/manager-roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the manager roles of a service user
         * @description Only those at places whose managers you may see.
         *
         *     Needs the permission `service_user.read` at the service user's organization.
         */
        get: operations["listServiceUserManagerRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects of an organization
         * @description Needs the permission `project.read` at the organization.
         */
        get: operations["listOrganizationProjects"];
        put?: never;
        /**
         * Create a project
         * @description Whoever could not manage it otherwise becomes its PROJECT_OWNER.
         *
         *     Needs the permission `project.create` at the organization.
         */
        post: operations["createOrganizationProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description Needs the permission `project.read` at the project.
         */
        get: operations["readProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description With it go its applications and their sessions, its roles, its grants, its role assignments and its managers.
         *
         *     Needs the permission `project.delete` at the project.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Needs the permission `project.write` at the project.
         */
        patch: operations["changeProject"];
        trace?: never;
    };
    "/projects/{projectId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a project
         * @description Needs the permission `project.write` at the project.
         */
        post: operations["activateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a project
         * @description Needs the permission `project.write` at the project.
         */
        post: operations["deactivateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles of a project
         * @description All of them, sorted by key.
         *
         *     Needs the permission `project_role.read` at the project.
         */
        get: operations["listProjectRoles"];
        put?: never;
        /**
         * Add a role to a project
         * @description Without a displayName it is shown by its key.
         *
         *     Needs the permission `project_role.write` at the project.
         */
        post: operations["createProjectRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles that a project grant includes
         * @description For the organization that received it, which does not see the project's other roles.
         *
         *     Needs the permission `project_role.read` at the project grant.
         */
        get: operations["listProjectGrantRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/roles/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a role of a project
         * @description Needs the permission `project_role.read` at the project.
         */
        get: operations["readProjectRole"];
        put?: never;
        post?: never;
        /**
         * Delete a role of a project
         * @description It is taken out of every grant and from every user at the same moment.
         *
         *     Needs the permission `project_role.delete` at the project.
         */
        delete: operations["deleteProjectRole"];
        options?: never;
        head?: never;
        /**
         * Change a role of a project
         * @description Needs the permission `project_role.write` at the project.
         */
        patch: operations["changeProjectRole"];
        trace?: never;
    };
    "/projects/{projectId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the grants of a project
         * @description Needs the permission `project_grant.read` at the project.
         */
        get: operations["listProjectGrants"];
        put?: never;
        /**
         * Grant a project to another organization
         * @description Name the organization by its id or by its domain. The grant is pending, and gives nothing, until that organization accepts it; it is accepted at once if you hold project_grant.accept there.
         *
         *     Needs the permission `project_grant.write` at the project.
         */
        post: operations["createProjectGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/received-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the grants that an organization received
         * @description Needs the permission `project_grant.read` at the organization.
         */
        get: operations["listOrganizationReceivedGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/received-grants/{projectGrantId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a project that was granted to an organization
         * @description From then on its users sign in to the applications of the project without being asked whether they agree, and these get the metadata of those who do. One that was refused can be accepted as long as it is there; one from before is confirmed.
         *
         *     Needs the permission `project_grant.accept` at the organization.
         */
        post: operations["acceptOrganizationReceivedGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/received-grants/{projectGrantId}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a project grant, or leave it
         * @description Also one that was accepted. With it go the role assignments that were made through it, and its managers. It can be accepted again, and then begins with nobody.
         *
         *     Needs the permission `project_grant.accept` at the organization.
         */
        post: operations["refuseOrganizationReceivedGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project grant
         * @description Needs the permission `project_grant.read` at the project grant.
         */
        get: operations["readProjectGrant"];
        put?: never;
        post?: never;
        /**
         * Take a project grant back
         * @description With it go the role assignments that were made through it, and its managers.
         *
         *     Needs the permission `project_grant.delete` at the project grant.
         */
        delete: operations["deleteProjectGrant"];
        options?: never;
        head?: never;
        /**
         * Change which roles a project grant includes
         * @description A role that is taken out is at the same moment taken from everyone who had it through the grant. Further roles need no new acceptance.
         *
         *     Needs the permission `project_grant.write` at the project grant.
         */
        patch: operations["changeProjectGrant"];
        trace?: never;
    };
    "/project-grants/{projectGrantId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a project grant
         * @description While it is inactive, what was given through it does not count, but is kept. One that is pending or refused is neither.
         *
         *     Needs the permission `project_grant.write` at the project grant.
         */
        post: operations["activateProjectGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a project grant
         * @description While it is inactive, what was given through it does not count, but is kept. One that is pending or refused is neither.
         *
         *     Needs the permission `project_grant.write` at the project grant.
         */
        post: operations["deactivateProjectGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/callers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who may name a project
         * @description Its own applications may in any case, and so may service users of its organization and of accepted grants.
         *
         *     Needs the permission `project.read` at the project.
         */
        get: operations["listProjectCallers"];
        put?: never;
        /**
         * Let a project or an application name this project
         * @description It may be of another organization. Whether there is such an id is not told: what does not exist is listed like what is not yours to see. Signet's own project keeps no list.
         *
         *     Needs the permission `project.write` at the project.
         */
        post: operations["createProjectCaller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/callers/{callerId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm who named a project before there was this list
         * @description It works before and after in the same way; it is only no longer marked.
         *
         *     Needs the permission `project.write` at the project.
         */
        post: operations["confirmProjectCaller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/callers/{callerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop letting a project or an application name this project
         * @description Its tokens that are out stop counting for the APIs of this project at once; their sessions go on without it.
         *
         *     Needs the permission `project.write` at the project.
         */
        delete: operations["deleteProjectCaller"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/role-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has roles in a project
         * @description Those who have them through a project grant included.
         *
         *     Needs the permission `role_assignment.read` at the project.
         */
        get: operations["listProjectRoleAssignments"];
        put?: never;
        /**
         * Give a user roles in a project
         * @description A user of another organization gets them through the grant to it, which must include them.
         *
         *     Needs the permission `role_assignment.write` at the project.
         */
        post: operations["createProjectRoleAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}/role-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has roles through a project grant
         * @description Needs the permission `role_assignment.read` at the project grant.
         */
        get: operations["listProjectGrantRoleAssignments"];
        put?: never;
        /**
         * Give a user roles through a project grant
         * @description Only users of the organization that received the grant, and only roles that the grant includes.
         *
         *     Needs the permission `role_assignment.write` at the project grant.
         */
        post: operations["createProjectGrantRoleAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/role-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles of a person
         * @description Needs the permission `role_assignment.read` at the user's organization.
         */
        get: operations["listUserRoleAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/role-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles of a service user
         * @description Needs the permission `role_assignment.read` at the service user's organization.
         */
        get: operations["listServiceUserRoleAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/role-assignments/{roleAssignmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a role assignment
         * @description Needs the permission `role_assignment.read` at the project or project grant of the role assignment.
         */
        get: operations["readRoleAssignment"];
        put?: never;
        post?: never;
        /**
         * Take a user's roles in a project away
         * @description Needs the permission `role_assignment.delete` at the project or project grant of the role assignment.
         */
        delete: operations["deleteRoleAssignment"];
        options?: never;
        head?: never;
        /**
         * Change which roles a user has
         * @description Needs the permission `role_assignment.write` at the project or project grant of the role assignment.
         */
        patch: operations["changeRoleAssignment"];
        trace?: never;
    };
    "/role-assignments/{roleAssignmentId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a role assignment
         * @description Needs the permission `role_assignment.write` at the project or project grant of the role assignment.
         */
        post: operations["activateRoleAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/role-assignments/{roleAssignmentId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a role assignment
         * @description Needs the permission `role_assignment.write` at the project or project grant of the role assignment.
         */
        post: operations["deactivateRoleAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find whom to give a role in a project
         * @description Users of the organization that owns the project, whether or not they have a role. Those of other organizations are found at the grants to them. What is searched for comes in an order of its own.
         *
         *     Needs the permission `user.read` at the project.
         */
        get: operations["listProjectUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-grants/{projectGrantId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find whom to give a role through a project grant
         * @description Users of the organization that received the grant, whether or not they have a role; nobody until it has accepted it. Managers of the project do not see them. What is searched for comes in an order of its own.
         *
         *     Needs the permission `user.read` at the project grant.
         */
        get: operations["listProjectGrantUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications of a project
         * @description Needs the permission `application.read` at the project.
         */
        get: operations["listProjectApplications"];
        put?: never;
        /**
         * Register an application
         * @description Only name and type are needed; the rest is what is recommended for the type. With the methods basic and post the answer has the client secret, which is not shown again.
         *
         *     Needs the permission `application.write` at the project.
         */
        post: operations["createProjectApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/applications/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the settings of an application before it is registered
         * @description Takes what registering takes and stores nothing. With a problem it would be refused; a warning says what is unwise.
         *
         *     Needs the permission `application.read` at the project.
         */
        post: operations["checkProjectApplications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an application
         * @description Needs the permission `application.read` at the application's project.
         */
        get: operations["readApplication"];
        put?: never;
        post?: never;
        /**
         * Delete an application
         * @description With it go its secrets, its keys and every session at it.
         *
         *     Needs the permission `application.delete` at the application's project.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        /**
         * Change an application
         * @description What is left out stays. A field that is given is replaced as a whole: a list by the list, and tokens by the tokens given, so that what is left out of tokens follows the instance again. The type cannot be changed. Giving managementAccess ends the sessions at the application that would carry a manager's power from then on, unless keepSessions says otherwise.
         *
         *     Needs the permission `application.write` at the application's project.
         */
        patch: operations["changeApplication"];
        trace?: never;
    };
    "/applications/{applicationId}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whether an application reads who signs in to it
         * @description An application that gets tokens, has no User Info inside its ID tokens (idTokenUserinfoAssertion) and never asks userinfo does not know anybody's name. Both times are written in the background: what has just happened is there some seconds later.
         *
         *     Needs the permission `application.read` at the application's project.
         */
        get: operations["readApplicationUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an application
         * @description Needs the permission `application.write` at the application's project.
         */
        post: operations["activateApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate an application
         * @description Needs the permission `application.write` at the application's project.
         */
        post: operations["deactivateApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client secrets of an application
         * @description When each was made, never what it is.
         *
         *     Needs the permission `application.read` at the application's project.
         */
        get: operations["listApplicationSecrets"];
        put?: never;
        /**
         * Add a client secret to an application
         * @description Those it has stay, so that one can be replaced without a gap.
         *
         *     Needs the permission `application_secret.write` at the application's project.
         */
        post: operations["createApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/regenerate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the client secrets of an application
         * @description All that it had end at once.
         *
         *     Needs the permission `application_secret.write` at the application's project.
         */
        post: operations["regenerateApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a client secret of an application
         * @description Needs the permission `application_secret.delete` at the application's project.
         */
        delete: operations["deleteApplicationSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of an application
         * @description Needs the permission `application_key.read` at the application's project.
         */
        get: operations["listApplicationKeys"];
        put?: never;
        /**
         * Add a key to an application
         * @description For the method private_key_jwt. Without an expiresAt it ends after a year.
         *
         *     Needs the permission `application_key.write` at the application's project.
         */
        post: operations["createApplicationKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a key of an application
         * @description Nothing that it signed counts any more.
         *
         *     Needs the permission `application_key.delete` at the application's project.
         */
        delete: operations["deleteApplicationKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/refused-authentications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refused authentications of an application
         * @description Newest first, from the audit log, which each node writes within seconds. What a caller is told does not differ between most of these reasons, so that strangers learn nothing; here it does.
         *
         *     Needs the permission `application_key.read` at the application's project.
         */
        get: operations["listApplicationRefusedAuthentications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/refused-authentications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refused authentications of a service user
         * @description Newest first, from the audit log, which each node writes within seconds. What a caller is told does not differ between most of these reasons, so that strangers learn nothing; here it does.
         *
         *     Needs the permission `service_user_key.read` at the service user's organization.
         */
        get: operations["listServiceUserRefusedAuthentications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of the instance
         * @description Needs the permission `event.read` at the instance.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the events of the instance
         * @description Oldest first, one JSON object (as in the list) a line, all that pass the filters.
         *
         *     Needs the permission `event.read` at the instance.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of an organization
         * @description Needs the permission `event.read` at the organization.
         */
        get: operations["listOrganizationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the events of an organization
         * @description Oldest first, one JSON object (as in the list) a line, all that pass the filters.
         *
         *     Needs the permission `event.read` at the organization.
         */
        get: operations["exportOrganizationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a project
         * @description Events about the project, and about the applications, project grants and role assignments that are in it now.
         *
         *     Needs the permission `event.read` at the project.
         */
        get: operations["listProjectEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the events of a project
         * @description Events about the project, and about the applications, project grants and role assignments that are in it now. Oldest first, one JSON object (as in the list) a line, all that pass the filters.
         *
         *     Needs the permission `event.read` at the project.
         */
        get: operations["exportProjectEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage of the instance
         * @description Every node adds what it has counted every few seconds.
         *
         *     Needs the permission `usage.read` at the instance.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage of an organization
         * @description What was counted for its applications and its users. Every node adds what it has counted every few seconds.
         *
         *     Needs the permission `usage.read` at the organization.
         */
        get: operations["listOrganizationUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing keys
         * @description Needs the permission `signing_key.read` at the instance.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate signing keys
         * @description The published spare takes over: at once when it has been published for 24 hours, otherwise as soon as it has been, because by then every client has seen it. With `immediately` it does not wait. What the former key signed stays good. In force at once at the node that answers, at every other one within a second.
         *
         *     Needs the permission `signing_key.rotate` at the instance.
         */
        post: operations["rotateSigningKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a compromised key
         * @description Whatever it signed or sealed is refused from now on; if it was active, its spare takes over. Revoking the active `ticket` key signs everybody out, you included: all sessions, opaque tokens, refresh tokens, codes and personal access tokens made with it are worth nothing after this answer. In force at once at the node that answers, at every other one within a second.
         *
         *     Needs the permission `signing_key.revoke` at the instance.
         */
        post: operations["revokeSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a further algorithm
         * @description Makes its first keys, so that applications can choose it. Nothing happens to one that has keys already.
         *
         *     Needs the permission `signing_key.rotate` at the instance.
         */
        post: operations["enableSigningKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of all organizations
         * @description What is searched for comes in an order of its own.
         *
         *     Needs the permission `user.read` at the instance.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of an organization
         * @description What is searched for comes in an order of its own.
         *
         *     Needs the permission `user.read` at the organization.
         */
        get: operations["listOrganizationUsers"];
        put?: never;
        /**
         * Create a person
         * @description With a password, with an invitation to choose one, or with neither for now. A password also asks for user_credential.write.
         *
         *     Needs the permission `user.write` at the organization.
         */
        post: operations["createOrganizationUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a person
         * @description Needs the permission `user.read` at the user's organization.
         */
        get: operations["readUser"];
        put?: never;
        post?: never;
        /**
         * Delete a person
         * @description With them go their sessions, credentials, roles and metadata. The audit log stays.
         *
         *     Needs the permission `user.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description A phone number that changes is unverified unless you say otherwise. The e-mail address and the password have calls of their own.
         *
         *     Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/users/{userId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a person
         * @description Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["activateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a person
         * @description Every session and token of theirs ends, and does not come back when they do.
         *
         *     Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["deactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lock a person out
         * @description Every session and token of theirs ends. Only a manager can unlock them.
         *
         *     Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["lockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock a person
         * @description Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["unlockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a person's e-mail address
         * @description An empty one takes it away. Links that were sent to the former address stop working.
         *
         *     Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        put: operations["setUserEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person by mail
         * @description The link in it lets them choose their first password; somebody who has one is sent a mail to reset it instead.
         *
         *     Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/send-email-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a person the mail that verifies their address
         * @description The link in it verifies the address that they have now.
         *
         *     Needs the permission `user.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["sendUserEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which credentials a person has
         * @description Never what they are.
         *
         *     Needs the permission `user_credential.read` at the user's organization.
         */
        get: operations["readUserCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a person's password
         * @description It must meet the password policy of their organization. Every session and token of theirs ends.
         *
         *     Needs the permission `user_credential.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        put: operations["setUserPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/send-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a person the mail that resets their password
         * @description The password they have keeps working until they use the link.
         *
         *     Needs the permission `user_credential.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["sendUserPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/factors/{factorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a second factor or passkey of a person
         * @description Every session and token of theirs ends.
         *
         *     Needs the permission `user_credential.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUserFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove all second factors and passkeys of a person
         * @description For somebody who has lost them. Every session and token of theirs ends.
         *
         *     Needs the permission `user_credential.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUserFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the metadata of a person
         * @description All of it, sorted by key: there are at most 100 entries.
         *
         *     Needs the permission `user_metadata.read` at the user's organization.
         */
        get: operations["listUserMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/metadata/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set metadata of a person
         * @description Applications see it through the scope urn:service:iam:user:metadata.
         *
         *     Needs the permission `user_metadata.write` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        put: operations["setUserMetadata"];
        post?: never;
        /**
         * Delete metadata of a person
         * @description Needs the permission `user_metadata.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUserMetadata"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the metadata of a service user
         * @description All of it, sorted by key: there are at most 100 entries.
         *
         *     Needs the permission `user_metadata.read` at the service user's organization.
         */
        get: operations["listServiceUserMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/metadata/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set metadata of a service user
         * @description Applications see it through the scope urn:service:iam:user:metadata.
         *
         *     Needs the permission `user_metadata.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        put: operations["setServiceUserMetadata"];
        post?: never;
        /**
         * Delete metadata of a service user
         * @description Needs the permission `user_metadata.delete` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteServiceUserMetadata"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where a person is signed in
         * @description The newest first, 200 of each kind at most.
         *
         *     Needs the permission `session.read` at the user's organization.
         */
        get: operations["readUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/login-sessions/{loginSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a login session of a person
         * @description Access tokens that were made while it stood end with it; refresh tokens for offline access are ended with their app session.
         *
         *     Needs the permission `session.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUserLoginSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/app-sessions/{appSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an app session of a person
         * @description Every token that it gave ends.
         *
         *     Needs the permission `session.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUserAppSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a person out everywhere
         * @description Every session and token of theirs ends.
         *
         *     Needs the permission `session.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["signUserOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every token of a service user
         * @description Personal access tokens too, which also asks for service_user_token.delete. Its keys and its secret stay, so it can get new tokens: remove those, or deactivate it, to keep it out.
         *
         *     Needs the permission `session.delete` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["signServiceUserOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a person agreed that applications may learn and do
         * @description The newest first, 200 at most. Applications of the person's own organization are there only if they ask everybody.
         *
         *     Needs the permission `session.read` at the user's organization.
         */
        get: operations["readUserConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/consents/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take back what a person agreed to for an application
         * @description The app sessions that the person has at the application end, and with them every token. The person is asked again next time.
         *
         *     Needs the permission `session.delete` at the user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteUserConsent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service users of all organizations
         * @description What is searched for comes in an order of its own.
         *
         *     Needs the permission `service_user.read` at the instance.
         */
        get: operations["listServiceUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/service-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service users of an organization
         * @description What is searched for comes in an order of its own.
         *
         *     Needs the permission `service_user.read` at the organization.
         */
        get: operations["listOrganizationServiceUsers"];
        put?: never;
        /**
         * Create a service user
         * @description It can do nothing until it has a key, a secret or a personal access token.
         *
         *     Needs the permission `service_user.write` at the organization.
         */
        post: operations["createOrganizationServiceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a service user
         * @description Needs the permission `service_user.read` at the service user's organization.
         */
        get: operations["readServiceUser"];
        put?: never;
        post?: never;
        /**
         * Delete a service user
         * @description With it go its credentials, tokens, roles and metadata. The audit log stays.
         *
         *     Needs the permission `service_user.delete` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteServiceUser"];
        options?: never;
        head?: never;
        /**
         * Change a service user
         * @description What is left out stays. tokens is replaced as a whole, so that what is left out of it follows the instance again.
         *
         *     Needs the permission `service_user.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        patch: operations["changeServiceUser"];
        trace?: never;
    };
    "/service-users/{serviceUserId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a service user
         * @description Needs the permission `service_user.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["activateServiceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a service user
         * @description Every token of it stops working; its keys, secret and personal access tokens stay.
         *
         *     Needs the permission `service_user.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["deactivateServiceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/regenerate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new client secret for a service user
         * @description It replaces the former one; tokens that were got with that end.
         *
         *     Needs the permission `service_user_secret.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["regenerateServiceUserSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the client secret of a service user
         * @description Tokens that were got with it end.
         *
         *     Needs the permission `service_user_secret.delete` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteServiceUserSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of a service user
         * @description All of them, the oldest first.
         *
         *     Needs the permission `service_user_key.read` at the service user's organization.
         */
        get: operations["listServiceUserKeys"];
        put?: never;
        /**
         * Add a key to a service user
         * @description Upload a public key, or have a pair made: then the answer holds the key file, this once. Without an expiresAt it ends after a year.
         *
         *     Needs the permission `service_user_key.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["createServiceUserKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a key of a service user
         * @description Tokens that were got with it end.
         *
         *     Needs the permission `service_user_key.delete` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteServiceUserKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/personal-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the personal access tokens of a service user
         * @description The oldest first. Those that were revoked or have expired are listed for a while, too.
         *
         *     Needs the permission `service_user_token.read` at the service user's organization.
         */
        get: operations["listServiceUserPersonalAccessTokens"];
        put?: never;
        /**
         * Make a personal access token for a service user
         * @description A scope that the token could not have is refused.
         *
         *     Needs the permission `service_user_token.write` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        post: operations["createServiceUserPersonalAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/personal-access-tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a personal access token
         * @description Needs the permission `service_user_token.delete` at the service user's organization. If that user is a manager, it also takes all that this manager may do.
         */
        delete: operations["deleteServiceUserPersonalAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a person's account can be used with, and who made it
         * @description The e-mail address, the password, second factors, passkeys and sessions (200 of each kind at most), never what they are. Look at it before you make somebody a manager. It also asks for session.read.
         *
         *     Needs the permission `user_credential.read` at the user's organization.
         */
        get: operations["listUserAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-users/{serviceUserId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a service user can be used with, and who made it
         * @description The client secret, keys and personal access tokens that count, never what they are. It also asks for service_user_token.read.
         *
         *     Needs the permission `service_user_key.read` at the service user's organization.
         */
        get: operations["listServiceUserAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an application can be used with, and who made it
         * @description Client secrets and keys, never what they are, and how many sessions there are at it. Look at it before you give it management access.
         *
         *     Needs the permission `application_key.read` at the application's project.
         */
        get: operations["listApplicationAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how mail is doing
         * @description Needs the permission `mail.read` at the instance.
         */
        get: operations["readMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail
         * @description It is put into the queue; whether it was sent can be read a moment later.
         *
         *     Needs the permission `mail.test` at the instance.
         */
        post: operations["testMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain a token
         * @description Whoever may read tokens where its user is, or at the application it was given to, is answered; for everybody else there is no such token. An expired token is explained as long as its session, or for a JWT its user, and its key are kept; one that was signed or sealed with a revoked key cannot be read any more. With `askedBy` it also says what introspection tells that application, which the caller must be allowed to read.
         *
         *     Every manager may call it, whatever the role.
         */
        post: operations["inspectTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description An access token or personal access token ends alone; a code or refresh token ends its session at the application and every token of it. Needs `session.delete` for a person's token, `service_user_token.delete` for a service user's, where the user is. Whoever may read tokens where its user is, or at the application it was given to, is answered; for everybody else there is no such token.
         *
         *     Every manager may call it, whatever the role.
         */
        post: operations["revokeTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Access */
        Access: {
            /** @enum {string} */
            kind: "email" | "password" | "passkey" | "totp" | "email_code" | "recovery_codes" | "secret" | "key" | "personal_access_token" | "login_session" | "app_session";
            /** @description Where there can be several of the kind */
            id?: string;
            /** @description The address, what its owner called it, what the browser said it is, or the application; may be empty */
            name: string;
            browser?: components["schemas"]["BrowserName"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt?: string;
            createdBy?: components["schemas"]["Maker"];
        };
        /** AccountPolicy */
        AccountPolicy: {
            /** @constant */
            kind: "account";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["AccountPolicySettings"];
        };
        /** AccountPolicySettings */
        AccountPolicySettings: {
            mayDelete: boolean;
        };
        /** AdmittingProject */
        AdmittingProject: {
            /** @description An id of ours */
            id: string;
            name: string;
            /** @description An id of ours */
            organizationId: string;
            /** @description Of the organization that owns it */
            organizationName: string;
        };
        /** AdmittingProjects */
        AdmittingProjects: {
            items: components["schemas"]["AdmittingProject"][];
            /** @description There are others beside these, of which there are at most 100 */
            more: boolean;
        };
        /**
         * AppSession
         * @description A person signed in at one application
         */
        AppSession: {
            /** @description An id of ours */
            id: string;
            /** @description An id of ours */
            applicationId: string;
            applicationName: string;
            /** @description An id of ours */
            loginSessionId?: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            authenticatedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used again
             */
            idleExpiresAt: string;
            /**
             * Format: date-time
             * @description When it ends in any case
             */
            expiresAt: string;
        };
        /** Application */
        Application: {
            /** @description An id of ours */
            id: string;
            /** @description The same as the id */
            clientId: string;
            /** @description An id of ours */
            projectId: string;
            /** @enum {string} */
            type: "web" | "native" | "user_agent" | "api";
            name: string;
            /**
             * @description How the application proves itself at the token endpoint
             * @enum {string}
             */
            authMethod: "basic" | "post" | "pkce" | "private_key_jwt";
            /** @description With basic and post: the secret is taken only where the method has it. Without this it may be in the header or in the body, whichever of the two is set; the other methods have no such choice */
            strictAuthMethod: boolean;
            responseTypes: ("code" | "id_token" | "id_token token")[];
            grantTypes: ("authorization_code" | "refresh_token" | "implicit")[];
            /** @description Where people return to after they sign in */
            redirectUris: string[];
            /** @description Where people return to after they sign out */
            postLogoutRedirectUris: string[];
            /** @description Redirect URIs may use http and IP addresses on any host */
            developmentMode: boolean;
            /** @description The application acts with the manager roles of whoever signs in; takes application.management_access to change */
            managementAccess: boolean;
            /** @description The claims of profile, email, phone and address are in the ID token */
            idTokenUserinfoAssertion: boolean;
            /** @description Everybody is asked what the application may learn, people of its own organization, too; others are asked in any case */
            consentRequired: boolean;
            tokens: components["schemas"]["ApplicationTokens"];
            /**
             * @description The authMethod as OAuth metadata names it
             * @enum {string}
             */
            authMethodName: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
            /** @description What is allowed and unwise */
            warnings: components["schemas"]["Warning"][];
            /** @enum {string} */
            state: "active" | "inactive";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** ApplicationAccess */
        ApplicationAccess: {
            items: components["schemas"]["Access"][];
            sessions: {
                /** @description Of people who are signed in; counted up to 1000 */
                all: number;
                /** @description Those of them that carry a manager's power once the application has management access */
                management: number;
            };
        };
        /** ApplicationChange */
        ApplicationChange: {
            name?: string;
            /**
             * @description How the application proves itself at the token endpoint
             * @enum {string}
             */
            authMethod?: "basic" | "post" | "pkce" | "private_key_jwt";
            /** @description With basic and post: the secret is taken only where the method has it. Without this it may be in the header or in the body, whichever of the two is set; the other methods have no such choice */
            strictAuthMethod?: boolean;
            responseTypes?: ("code" | "id_token" | "id_token token")[];
            grantTypes?: ("authorization_code" | "refresh_token" | "implicit")[];
            /** @description Where people return to after they sign in */
            redirectUris?: string[];
            /** @description Where people return to after they sign out */
            postLogoutRedirectUris?: string[];
            /** @description Redirect URIs may use http and IP addresses on any host */
            developmentMode?: boolean;
            /** @description The application acts with the manager roles of whoever signs in; takes application.management_access to change */
            managementAccess?: boolean;
            /** @description The claims of profile, email, phone and address are in the ID token */
            idTokenUserinfoAssertion?: boolean;
            /** @description Everybody is asked what the application may learn, people of its own organization, too; others are asked in any case */
            consentRequired?: boolean;
            tokens?: components["schemas"]["ApplicationTokens"];
            /** @description With managementAccess: sessions that carry a manager's power by it go on; false where it is left out */
            keepSessions?: boolean;
        };
        /** ApplicationCheck */
        ApplicationCheck: {
            problems: components["schemas"]["SettingProblem"][];
            /** @description What is allowed and unwise */
            warnings: components["schemas"]["Warning"][];
        };
        /** ApplicationPage */
        ApplicationPage: {
            items: components["schemas"]["Application"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ApplicationSecret */
        ApplicationSecret: {
            /** @description An id of ours */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
        };
        /** ApplicationSecretList */
        ApplicationSecretList: {
            items: components["schemas"]["ApplicationSecret"][];
        };
        /**
         * ApplicationTokens
         * @description Whatever is left out follows the instance
         */
        ApplicationTokens: {
            /** @enum {string} */
            accessTokenKind?: "opaque" | "jwt";
            /**
             * @description The `typ` of access tokens of the kind jwt: at+jwt where it is left out, JWT for resource servers that know no other
             * @enum {string}
             */
            accessTokenType?: "at+jwt" | "JWT";
            /** @enum {string} */
            idTokenAlgorithm?: "RS256" | "ES256" | "EdDSA";
            lifetimes?: {
                /** @description Seconds */
                accessToken?: number;
                /** @description Seconds */
                idToken?: number;
                /** @description Seconds */
                refreshIdle?: number;
                /** @description Seconds */
                refreshAbsolute?: number;
                /** @description Seconds */
                refreshGrace?: number;
            };
        };
        /**
         * ApplicationUse
         * @description To the hour; what has not happened since Signet records it is left out
         */
        ApplicationUse: {
            /**
             * Format: date-time
             * @description When it last got tokens, for a code or a refresh token, with one of the scopes profile, email, phone and address
             */
            tokensGivenAt?: string;
            /**
             * Format: date-time
             * @description When it last read with such a token who somebody is: at userinfo, or by introspecting it itself
             */
            profileReadAt?: string;
        };
        /** Branding */
        Branding: {
            /** @constant */
            kind: "branding";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["BrandingSettings"];
        };
        /** BrandingImage */
        BrandingImage: {
            /**
             * @description `dark_logo` is shown instead of `logo` on dark pages
             * @enum {string}
             */
            kind: "logo" | "dark_logo" | "icon";
            /** @description The hash of the picture: another picture has another id */
            id: string;
            /**
             * Format: uri
             * @description Where pages show it from, for as long as it is used. No token is needed
             */
            url: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
        };
        /** BrandingImageUpload */
        BrandingImageUpload: {
            /** @description The file in base64: PNG, JPEG or WebP, of at most 512 KiB and 16 million pixels */
            data: string;
        };
        /** BrandingSettings */
        BrandingSettings: {
            primaryColor: string;
            backgroundColor: string;
            darkPrimaryColor: string;
            darkBackgroundColor: string;
            termsUrl: string;
            privacyUrl: string;
            helpUrl: string;
            hideSignetName: boolean;
        };
        /**
         * BrowserName
         * @description Of a login session, in plain words; left out where it is none that Signet knows
         */
        BrowserName: {
            /** @description Such as `Firefox` */
            name: string;
            /** @description What it runs on, such as `Windows`; left out where unknown */
            system?: string;
        };
        /**
         * Consent
         * @description What a person agreed that an application may learn and do
         */
        Consent: {
            /** @description An id of ours */
            applicationId: string;
            applicationName: string;
            /** @description The organization that the application belongs to */
            organization: {
                /** @description An id of ours */
                id: string;
                name: string;
                domain: string;
            };
            /** @description All that was agreed to, at once or one after the other */
            scopes: string[];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
        };
        /** CreatedApplication */
        CreatedApplication: {
            /** @description An id of ours */
            id: string;
            /** @description The same as the id */
            clientId: string;
            /** @description An id of ours */
            projectId: string;
            /** @enum {string} */
            type: "web" | "native" | "user_agent" | "api";
            name: string;
            /**
             * @description How the application proves itself at the token endpoint
             * @enum {string}
             */
            authMethod: "basic" | "post" | "pkce" | "private_key_jwt";
            /** @description With basic and post: the secret is taken only where the method has it. Without this it may be in the header or in the body, whichever of the two is set; the other methods have no such choice */
            strictAuthMethod: boolean;
            responseTypes: ("code" | "id_token" | "id_token token")[];
            grantTypes: ("authorization_code" | "refresh_token" | "implicit")[];
            /** @description Where people return to after they sign in */
            redirectUris: string[];
            /** @description Where people return to after they sign out */
            postLogoutRedirectUris: string[];
            /** @description Redirect URIs may use http and IP addresses on any host */
            developmentMode: boolean;
            /** @description The application acts with the manager roles of whoever signs in; takes application.management_access to change */
            managementAccess: boolean;
            /** @description The claims of profile, email, phone and address are in the ID token */
            idTokenUserinfoAssertion: boolean;
            /** @description Everybody is asked what the application may learn, people of its own organization, too; others are asked in any case */
            consentRequired: boolean;
            tokens: components["schemas"]["ApplicationTokens"];
            /**
             * @description The authMethod as OAuth metadata names it
             * @enum {string}
             */
            authMethodName: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
            /** @description What is allowed and unwise */
            warnings: components["schemas"]["Warning"][];
            /** @enum {string} */
            state: "active" | "inactive";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
            /** @description The client secret, shown this once */
            secret?: string;
        };
        /** CreatedApplicationSecret */
        CreatedApplicationSecret: {
            /** @description An id of ours */
            id: string;
            /** @description The client secret, shown this once */
            secret: string;
        };
        /** CreatedCredentialKey */
        CreatedCredentialKey: {
            /** @description An id of ours */
            id: string;
            algorithm: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt: string;
            /** @description A public JWK */
            publicJwk: {
                kty?: string;
                crv?: string;
                x?: string;
                y?: string;
                n?: string;
                e?: string;
                alg?: string;
            };
            /** @description What is allowed and unwise */
            warnings: components["schemas"]["Warning"][];
            /** @description With the private key, shown this once: it is not kept */
            keyFile?: {
                [key: string]: string;
            };
        };
        /** CreatedInstanceManager */
        CreatedInstanceManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            ended?: components["schemas"]["EndedByRole"];
        };
        /** CreatedOrganizationManager */
        CreatedOrganizationManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_PROJECT_CREATOR" | "ORG_SETTINGS_MANAGER" | "ORG_USER_PERMISSION_EDITOR";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            ended?: components["schemas"]["EndedByRole"];
        };
        /** CreatedProjectGrantManager */
        CreatedProjectGrantManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "PROJECT_GRANT_OWNER" | "PROJECT_GRANT_OWNER_VIEWER";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            ended?: components["schemas"]["EndedByRole"];
        };
        /** CreatedProjectManager */
        CreatedProjectManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "PROJECT_OWNER" | "PROJECT_OWNER_VIEWER";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            ended?: components["schemas"]["EndedByRole"];
        };
        /** CredentialKey */
        CredentialKey: {
            /** @description An id of ours */
            id: string;
            algorithm: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt: string;
            /** @description A public JWK */
            publicJwk: {
                kty?: string;
                crv?: string;
                x?: string;
                y?: string;
                n?: string;
                e?: string;
                alg?: string;
            };
        };
        /** CredentialKeyList */
        CredentialKeyList: {
            items: components["schemas"]["CredentialKey"][];
        };
        /** EligibleUser */
        EligibleUser: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            kind: "human" | "service";
            /** @description An id of ours */
            organizationId: string;
            /** @description `name@domain` */
            loginName: string;
            displayName: string;
            /**
             * @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that
             * @enum {string}
             */
            state: "active" | "inactive" | "locked" | "unverified";
        };
        /** EligibleUserPage */
        EligibleUserPage: {
            items: components["schemas"]["EligibleUser"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /**
         * EndedByRole
         * @description How many ended because of the role; tokens got with a key or a secret are not counted
         */
        EndedByRole: {
            loginSessions: number;
            appSessions: number;
            personalAccessTokens: number;
        };
        /** Event */
        Event: {
            /** @description An id of ours */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            at: string;
            /** @description The thing, then what happened to it: `user.locked` */
            type: string;
            actor: {
                /** @description user, service_user, application, organization (another one, which does not say who of it), visitor, operator (at the command line) or system */
                kind: string;
                /** @description An id of ours */
                id?: string;
            };
            /** @description An id of ours */
            organizationId?: string;
            resource: {
                kind: string;
                id?: string;
            };
            /** @description What else there is to know; different for every type */
            detail: {
                [key: string]: unknown;
            };
            /** @description The request that did it, as in the logs and in problem documents */
            requestId?: string;
        };
        /** EventPage */
        EventPage: {
            items: components["schemas"]["Event"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** EventsPolicy */
        EventsPolicy: {
            /** @constant */
            kind: "events";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["EventsPolicySettings"];
        };
        /** EventsPolicySettings */
        EventsPolicySettings: {
            retentionDays: number;
        };
        /** FieldProblem */
        FieldProblem: {
            /** @description The field, with dots where it lies within another; or `body`, `query`, `path` or a header */
            field: string;
            /** @description What kind of mistake it is, for programs */
            code: string;
            /** @description What would be right, for people */
            message: string;
        };
        /**
         * InspectedToken
         * @description Either the token or its id
         */
        InspectedToken: {
            /** @description The token itself */
            token?: string;
            /** @description The `jti` of an access token, or the id of a personal access token */
            id?: string;
            /** @description The id of an application, such as an API: what introspection would tell it about the token, and why */
            askedBy?: string;
        };
        /** Instance */
        Instance: {
            name: string;
            /** @description The first organization, which holds Signet's own project */
            organizationId: string;
            /** @description Signet's own project: tokens for the management API have it in their audience */
            projectId: string;
            /** @description An id of ours */
            consoleApplicationId: string;
            issuer: string;
            /** @description Where tokens are got and checked, and where this API is */
            baseUrl: string;
            /** @description Where people sign in */
            loginUrl: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** InstanceChange */
        InstanceChange: {
            name?: string;
        };
        /** InstanceManager */
        InstanceManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
        };
        /** InstanceManagerPage */
        InstanceManagerPage: {
            items: components["schemas"]["InstanceManager"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** LanguagesPolicy */
        LanguagesPolicy: {
            /** @constant */
            kind: "languages";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["LanguagesPolicySettings"];
        };
        /** LanguagesPolicySettings */
        LanguagesPolicySettings: {
            /** @enum {string} */
            default: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "tr" | "ja" | "zh" | "ar";
            offered: ("en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "tr" | "ja" | "zh" | "ar")[];
        };
        /** ListedUser */
        ListedUser: {
            /** @description An id of ours */
            id: string;
            /** @description An id of ours */
            organizationId: string;
            userName: string;
            /** @description `name@domain`, or an address that the person has proved, to sign in with */
            loginName: string;
            /**
             * @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that
             * @enum {string}
             */
            state: "active" | "inactive" | "locked" | "unverified";
            displayName: string;
            givenName: string;
            familyName: string;
            /** @description Empty for none */
            email: string;
            /** @description A manager vouches for it, or the person has proved it */
            emailVerified: boolean;
            /** @description The person has shown that it is theirs, by a link or a code that was sent to it */
            emailProven: boolean;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** ListedUserPage */
        ListedUserPage: {
            items: components["schemas"]["ListedUser"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /**
         * LoginSession
         * @description A person signed in in one browser
         */
        LoginSession: {
            /** @description An id of ours */
            id: string;
            /** @description What the browser said it is */
            userAgent: string;
            browser?: components["schemas"]["BrowserName"];
            /** @description How the person proved who they are, as RFC 8176 names it */
            amr: string[];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            authenticatedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used again
             */
            idleExpiresAt: string;
            /**
             * Format: date-time
             * @description When it ends in any case
             */
            expiresAt: string;
        };
        /** Mail */
        Mail: {
            /**
             * @description `folder`: no mail server is configured, mails are written to files
             * @enum {string}
             */
            transport: "smtp" | "folder";
            /** @description Who mails come from */
            from: string;
            /** @description Mails that are still to be sent */
            waiting: number;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            oldestWaitingAt?: string;
            /** @description Mails that were given up within the last 30 days */
            failed: number;
            /** @description Why mails failed, or wait for another attempt, and how many: such as `server_unreachable` or `login_refused` */
            reasons: {
                [key: string]: number;
            };
        };
        /**
         * Maker
         * @description Who made it; left out where the audit log does not go back so far
         */
        Maker: {
            /** @description user, service_user, application, visitor, operator (at the command line) or system */
            kind: string;
            /** @description An id of ours */
            id?: string;
            /** @description Of whom the caller may see */
            displayName?: string;
            /** @description Of whom the caller may see */
            loginName?: string;
        };
        /** ManagerPlace */
        ManagerPlace: {
            /** @enum {string} */
            level: "iam" | "organization" | "project" | "project_grant";
            /** @description Null for the instance */
            id: string | null;
            /** @description A project grant has the name of its project, the instance none */
            name: string;
            /** @description The organization that manages the place; null for the instance */
            organizationId: string | null;
        };
        /** ManagerRole */
        ManagerRole: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER" | "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_PROJECT_CREATOR" | "ORG_SETTINGS_MANAGER" | "ORG_USER_PERMISSION_EDITOR" | "PROJECT_OWNER" | "PROJECT_OWNER_VIEWER" | "PROJECT_GRANT_OWNER" | "PROJECT_GRANT_OWNER_VIEWER";
            title: string;
            place: components["schemas"]["ManagerPlace"];
        };
        /** ManagerRoleMeaning */
        ManagerRoleMeaning: {
            /** @enum {string} */
            role: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER" | "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_PROJECT_CREATOR" | "ORG_SETTINGS_MANAGER" | "ORG_USER_PERMISSION_EDITOR" | "PROJECT_OWNER" | "PROJECT_OWNER_VIEWER" | "PROJECT_GRANT_OWNER" | "PROJECT_GRANT_OWNER_VIEWER";
            /**
             * @description Where the role is given
             * @enum {string}
             */
            level: "iam" | "organization" | "project" | "project_grant";
            title: string;
            purpose: string;
            permissions: components["schemas"]["Permission"][];
        };
        /** Me */
        Me: {
            /** @description An id of ours */
            userId: string;
            /** @enum {string} */
            kind: "human" | "service";
            /** @description `name@domain` */
            loginName: string;
            displayName: string;
            organization: {
                /** @description An id of ours */
                id: string;
                name: string;
                domain: string;
            };
            managerRoles: components["schemas"]["ManagerRole"][];
            /** @description On the instance, and so everywhere */
            permissions: components["schemas"]["Permission"][];
        };
        /** MetadataEntry */
        MetadataEntry: {
            key: string;
            value: string;
        };
        /** MetadataValue */
        MetadataValue: {
            value: string;
        };
        /** NewApplication */
        NewApplication: {
            name: string;
            /**
             * @description How the application proves itself at the token endpoint
             * @enum {string}
             */
            authMethod?: "basic" | "post" | "pkce" | "private_key_jwt";
            /** @description With basic and post: the secret is taken only where the method has it. Without this it may be in the header or in the body, whichever of the two is set; the other methods have no such choice */
            strictAuthMethod?: boolean;
            responseTypes?: ("code" | "id_token" | "id_token token")[];
            grantTypes?: ("authorization_code" | "refresh_token" | "implicit")[];
            /** @description Where people return to after they sign in */
            redirectUris?: string[];
            /** @description Where people return to after they sign out */
            postLogoutRedirectUris?: string[];
            /** @description Redirect URIs may use http and IP addresses on any host */
            developmentMode?: boolean;
            /** @description The application acts with the manager roles of whoever signs in; takes application.management_access to change */
            managementAccess?: boolean;
            /** @description The claims of profile, email, phone and address are in the ID token */
            idTokenUserinfoAssertion?: boolean;
            /** @description Everybody is asked what the application may learn, people of its own organization, too; others are asked in any case */
            consentRequired?: boolean;
            tokens?: components["schemas"]["ApplicationTokens"];
            /** @enum {string} */
            type: "web" | "native" | "user_agent" | "api";
        };
        /** NewBranding */
        NewBranding: {
            primaryColor?: null | string;
            backgroundColor?: null | string;
            darkPrimaryColor?: null | string;
            darkBackgroundColor?: null | string;
            termsUrl?: null | string;
            privacyUrl?: null | string;
            helpUrl?: null | string;
            hideSignetName?: null | boolean;
        };
        /** NewCredentialKey */
        NewCredentialKey: {
            /** @description As PEM (SPKI) or JWK. Without one a key pair is made, and the answer has its key file */
            publicKey?: string | {
                kty?: string;
                crv?: string;
                x?: string;
                y?: string;
                n?: string;
                e?: string;
                alg?: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt?: string;
        };
        /** NewEmail */
        NewEmail: {
            email: string;
            /** @description You vouch that it is this person's; otherwise they have to show it by a mail */
            verified: boolean;
        };
        /** NewInstanceManager */
        NewInstanceManager: {
            /** @description An id of ours */
            userId: string;
            /** @enum {string} */
            role: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER";
            /** @description Sessions and tokens that a role of the instance or of the user's own organization would end go on; false where it is left out. Other roles end nothing */
            keepSessions?: boolean;
        };
        /** NewOrganization */
        NewOrganization: {
            name: string;
            /** @description What login names of its users end with; no other organization has it */
            domain: string;
        };
        /** NewOrganizationManager */
        NewOrganizationManager: {
            /** @description An id of ours */
            userId: string;
            /** @enum {string} */
            role: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_PROJECT_CREATOR" | "ORG_SETTINGS_MANAGER" | "ORG_USER_PERMISSION_EDITOR";
            /** @description Sessions and tokens that a role of the instance or of the user's own organization would end go on; false where it is left out. Other roles end nothing */
            keepSessions?: boolean;
        };
        /** NewPassword */
        NewPassword: {
            password: string;
            /** @description It must be changed when it is first used */
            changeRequired?: boolean;
        };
        /** NewPersonalAccessToken */
        NewPersonalAccessToken: {
            name: string;
            /** @description openid, and what else it is for */
            scopes: string[];
            /**
             * Format: date-time
             * @description A year from now at most
             */
            expiresAt: string;
        };
        /** NewPersonalAccessTokenAnswer */
        NewPersonalAccessTokenAnswer: {
            /** @description An id of ours */
            id: string;
            name: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Precise to five minutes
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            revokedAt?: string;
            /** @description Shown now and never again */
            token: string;
        };
        /** NewProject */
        NewProject: {
            name: string;
            /** @description Only users of the owning organization, and of those it is granted to, may sign in */
            projectCheck?: boolean;
            /** @description Only users who have a role in the project may sign in */
            roleCheck?: boolean;
            /** @description Roles are in the tokens without being asked for by scope */
            roleAssertion?: boolean;
        };
        /** NewProjectCaller */
        NewProjectCaller: {
            /** @description A project, with all its applications */
            callingProjectId?: string;
            /** @description Instead of a project, one application */
            applicationId?: string;
        };
        /** NewProjectGrant */
        NewProjectGrant: {
            /** @description An id of ours */
            organizationId?: string;
            /** @description Instead of its id, the domain of the organization */
            organizationDomain?: string;
            /** @description Keys of roles of the project */
            roleKeys: string[];
        };
        /** NewProjectGrantManager */
        NewProjectGrantManager: {
            /** @description An id of ours */
            userId: string;
            /** @enum {string} */
            role: "PROJECT_GRANT_OWNER" | "PROJECT_GRANT_OWNER_VIEWER";
            /** @description Sessions and tokens that a role of the instance or of the user's own organization would end go on; false where it is left out. Other roles end nothing */
            keepSessions?: boolean;
        };
        /** NewProjectManager */
        NewProjectManager: {
            /** @description An id of ours */
            userId: string;
            /** @enum {string} */
            role: "PROJECT_OWNER" | "PROJECT_OWNER_VIEWER";
            /** @description Sessions and tokens that a role of the instance or of the user's own organization would end go on; false where it is left out. Other roles end nothing */
            keepSessions?: boolean;
        };
        /** NewProjectRole */
        NewProjectRole: {
            key: string;
            displayName?: string;
            group?: string;
        };
        /** NewRoleAssignment */
        NewRoleAssignment: {
            /** @description An id of ours */
            userId: string;
            /** @description Keys of roles of the project */
            roleKeys: string[];
        };
        /** NewServiceUser */
        NewServiceUser: {
            /** @description Unique in the organization */
            userName: string;
            /** @description What people read; the user name where it is not given */
            name?: string;
            description?: string;
            tokens?: components["schemas"]["ServiceUserTokens"];
        };
        /** NewUser */
        NewUser: {
            /** @description Unique in the organization; before the @ of the login name */
            userName: string;
            profile?: {
                givenName?: string;
                familyName?: string;
                nickname?: string;
                /** @description Made of the other names where it is not given */
                displayName?: string;
                /** @description A language tag such as en, de-CH or zh-Hant; empty if nobody has chosen one */
                locale?: string;
                /** @description An https address; empty for none */
                picture?: string;
            };
            /** @description An international number such as +41 44 123 45 67; empty for none */
            phone?: string;
            /** @description You vouch for the number */
            phoneVerified?: boolean;
            /** @description Replaced as a whole */
            address?: {
                street?: string;
                locality?: string;
                region?: string;
                postalCode?: string;
                country?: string;
            };
            email?: string;
            /** @description You vouch for the address */
            emailVerified?: boolean;
            password?: string;
            /** @description The password must be changed when it is first used */
            passwordChangeRequired?: boolean;
            /** @description Send a mail with a link to choose the first password */
            invite?: boolean;
        };
        /** Organization */
        Organization: {
            /** @description An id of ours */
            id: string;
            name: string;
            domain: string;
            /** @enum {string} */
            state: "active" | "inactive";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** OrganizationChange */
        OrganizationChange: {
            name?: string;
            /** @description What login names of its users end with; no other organization has it */
            domain?: string;
        };
        /** OrganizationManager */
        OrganizationManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_PROJECT_CREATOR" | "ORG_SETTINGS_MANAGER" | "ORG_USER_PERMISSION_EDITOR";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
        };
        /** OrganizationManagerPage */
        OrganizationManagerPage: {
            items: components["schemas"]["OrganizationManager"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** OrganizationPage */
        OrganizationPage: {
            items: components["schemas"]["Organization"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** PasswordPolicy */
        PasswordPolicy: {
            /** @constant */
            kind: "password";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["PasswordPolicySettings"];
            effective: components["schemas"]["PasswordPolicySettings"];
        };
        /** PasswordPolicySettings */
        PasswordPolicySettings: {
            minLength: number;
            checkCommon: boolean;
        };
        /**
         * Permission
         * @enum {string}
         */
        Permission: "instance.read" | "instance.write" | "instance_policy.read" | "instance_policy.write" | "iam_manager.read" | "iam_manager.write" | "signing_key.read" | "signing_key.rotate" | "signing_key.revoke" | "mail.read" | "mail.test" | "organization.read" | "organization.create" | "organization.write" | "organization.activate" | "organization.deactivate" | "organization.delete" | "organization_domain.write" | "organization_domain.choose" | "organization_policy.read" | "organization_policy.write" | "organization_policy.delete" | "branding.read" | "branding.write" | "organization_metadata.read" | "organization_metadata.write" | "organization_metadata.delete" | "organization_manager.read" | "organization_manager.write" | "user.read" | "user.write" | "user.delete" | "user_credential.read" | "user_credential.write" | "user_credential.delete" | "user_metadata.read" | "user_metadata.write" | "user_metadata.delete" | "session.read" | "session.delete" | "service_user.read" | "service_user.write" | "service_user.delete" | "service_user_key.read" | "service_user_key.write" | "service_user_key.delete" | "service_user_secret.write" | "service_user_secret.delete" | "service_user_token.read" | "service_user_token.write" | "service_user_token.delete" | "project.read" | "project.create" | "project.write" | "project.delete" | "project_role.read" | "project_role.write" | "project_role.delete" | "project_manager.read" | "project_manager.write" | "project_grant.read" | "project_grant.write" | "project_grant.delete" | "project_grant.accept" | "project_grant_manager.read" | "project_grant_manager.write" | "role_assignment.read" | "role_assignment.write" | "role_assignment.delete" | "application.read" | "application.write" | "application.delete" | "application.management_access" | "application_key.read" | "application_key.write" | "application_key.delete" | "application_secret.write" | "application_secret.delete" | "event.read" | "usage.read" | "token.read";
        /** PermissionMeaning */
        PermissionMeaning: {
            permission: components["schemas"]["Permission"];
            meaning: string;
        };
        /** PersonalAccessToken */
        PersonalAccessToken: {
            /** @description An id of ours */
            id: string;
            name: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Precise to five minutes
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            revokedAt?: string;
        };
        /**
         * Problem
         * @description An error, as RFC 9457 describes it
         */
        Problem: {
            /** @description `urn:signet:error:` and the code */
            type: string;
            /** @description What happened, the same for every error of this code */
            title: string;
            /** @description The status of the answer */
            status: number;
            /** @description What happened this time. The words may change */
            detail: string;
            /**
             * @description For programs: it does not change between versions
             * @enum {string}
             */
            code: "bad_request" | "header_too_large" | "invalid_input" | "token_missing" | "invalid_token" | "wrong_audience" | "no_manager_role" | "permission_missing" | "not_found" | "unknown_resource" | "method_not_allowed" | "request_timeout" | "already_exists" | "wrong_state" | "protected" | "last_owner" | "changed_meanwhile" | "body_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "internal" | "database_unavailable" | "overloaded" | "stopping";
            /** @description What to do now */
            advice: string;
            /** @description What was wrong with the input, field by field */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description Also in the header X-Request-Id, and in the log of the server */
            requestId: string;
        };
        /** Project */
        Project: {
            /** @description An id of ours */
            id: string;
            /** @description An id of ours */
            organizationId: string;
            name: string;
            /** @description Only users of the owning organization, and of those it is granted to, may sign in */
            projectCheck: boolean;
            /** @description Only users who have a role in the project may sign in */
            roleCheck: boolean;
            /** @description Roles are in the tokens without being asked for by scope */
            roleAssertion: boolean;
            /** @enum {string} */
            state: "active" | "inactive";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** ProjectCaller */
        ProjectCaller: {
            /** @description Of the project, the application or the service user */
            id: string;
            /**
             * @description `project`: all its applications
             * @enum {string}
             */
            kind: "project" | "application" | "service_user";
            /** @description Only where you may see it; not told of what belongs to others, was deleted or never existed */
            name?: string;
            /** @description An id of ours */
            organizationId?: string;
            organizationName?: string;
            /** @description It was in use before projects had this list. Confirm or remove it */
            fromBefore: boolean;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
        };
        /** ProjectCallerPage */
        ProjectCallerPage: {
            items: components["schemas"]["ProjectCaller"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ProjectChange */
        ProjectChange: {
            name?: string;
            /** @description Only users of the owning organization, and of those it is granted to, may sign in */
            projectCheck?: boolean;
            /** @description Only users who have a role in the project may sign in */
            roleCheck?: boolean;
            /** @description Roles are in the tokens without being asked for by scope */
            roleAssertion?: boolean;
        };
        /** ProjectGrant */
        ProjectGrant: {
            /** @description An id of ours */
            id: string;
            /** @description An id of ours */
            projectId: string;
            projectName: string;
            /** @description The organization that owns the project */
            ownerOrganizationId: string;
            ownerOrganizationName: string;
            ownerOrganizationDomain: string;
            /** @description The organization that received it */
            organizationId: string;
            organizationName: string;
            /** @description May be empty: its users may then sign in, and have no roles */
            roleKeys: string[];
            /**
             * @description pending: the organization that it goes to has yet to accept it; refused: that organization does not want it, or has left
             * @enum {string}
             */
            state: "pending" | "active" | "inactive" | "refused";
            /** @description When the organization that received it accepted it. Null while it is pending or refused, and where it is active or inactive from before grants had to be accepted: it goes on, and waits to be confirmed */
            acceptedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** ProjectGrantChange */
        ProjectGrantChange: {
            /** @description Keys of roles of the project */
            roleKeys: string[];
        };
        /** ProjectGrantManager */
        ProjectGrantManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "PROJECT_GRANT_OWNER" | "PROJECT_GRANT_OWNER_VIEWER";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
        };
        /** ProjectGrantManagerPage */
        ProjectGrantManagerPage: {
            items: components["schemas"]["ProjectGrantManager"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ProjectGrantPage */
        ProjectGrantPage: {
            items: components["schemas"]["ProjectGrant"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ProjectManager */
        ProjectManager: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            role: "PROJECT_OWNER" | "PROJECT_OWNER_VIEWER";
            user: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
        };
        /** ProjectManagerPage */
        ProjectManagerPage: {
            items: components["schemas"]["ProjectManager"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ProjectPage */
        ProjectPage: {
            items: components["schemas"]["Project"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ProjectRole */
        ProjectRole: {
            /** @description An id of ours */
            projectId: string;
            /** @description What tokens, grants and role assignments name it by; it never changes */
            key: string;
            displayName: string;
            /** @description Roles of one group are shown together; may be empty */
            group: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** ProjectRoleChange */
        ProjectRoleChange: {
            displayName?: string;
            group?: string;
        };
        /** ProjectRoleList */
        ProjectRoleList: {
            items: components["schemas"]["ProjectRole"][];
        };
        /** RefusedAuthentication */
        RefusedAuthentication: {
            /**
             * Format: date-time
             * @description Of the first; what follows within ten minutes is one line with its number
             */
            at: string;
            /** @description What was tried, as OAuth metadata names it; `jwt_bearer` for the grant */
            method: string;
            /**
             * @description Absent where it was not recorded. `unknown_client`: There is no application or service user of that id. `not_active`: It is not active, or its project or organization is not. Activate it. `wrong_method`: It used another method than the one that it is set to. Change the method here, or the setting of the program. `strict_method`: Its secret was right, but in another place than its method has it, and it is set to take it only there. Change the program, or turn the strict setting off. `no_secret`: It has no secret. Make one. `wrong_secret`: The secret was not one of its own. Compare what the program has, or make a new one. `unknown_key`: The assertion names a key (kid) that it does not have, or no longer has. kid must be the id of one of its keys. `key_not_named`: The assertion names no key (kid), and there is not exactly one key of that algorithm. Let the program send the id of its key as kid. `unreadable_assertion`: What was sent as an assertion is not a signed JWT that names its issuer. `wrong_algorithm`: The assertion was signed by another algorithm (alg) than that of the key. `wrong_signature`: The assertion was not signed with the key that it names. `assertion_audience`: The assertion was right, but its audience (aud) holds something that is neither our issuer nor one of our endpoints. `assertion_times`: The assertion was right, but too old, too long-lived, or signed by a clock that is off. `assertion_jti`: The assertion was right, but its id (jti) is not one: a text of up to 256 characters. `assertion_used`: The assertion was right, but sent a second time. The program has to sign a new one for every request.
             * @enum {string}
             */
            reason?: "unknown_client" | "not_active" | "wrong_method" | "strict_method" | "no_secret" | "wrong_secret" | "unknown_key" | "key_not_named" | "unreadable_assertion" | "wrong_algorithm" | "wrong_signature" | "assertion_audience" | "assertion_times" | "assertion_jti" | "assertion_used";
            /** @description The same as a sentence, with what to do */
            reasonDetail?: string;
            /** @description The method that it was set to, where another one was tried */
            expectedMethod?: string;
            /** @description The `kid` of the first, where it has the form of ours and there is no such key */
            keyId?: string;
            /** @description How many of them */
            count: number;
        };
        /** RefusedAuthenticationPage */
        RefusedAuthenticationPage: {
            items: components["schemas"]["RefusedAuthentication"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** RegistrationPolicy */
        RegistrationPolicy: {
            /** @constant */
            kind: "registration";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["RegistrationPolicySettings"];
            effective: components["schemas"]["RegistrationPolicySettings"];
            /** @description In the answer to setting it, while people may register: the projects without role check that let in whoever does */
            admits?: {
                items: components["schemas"]["AdmittingProject"][];
                /** @description There are others beside these, of which there are at most 100 */
                more: boolean;
            };
        };
        /** RegistrationPolicySettings */
        RegistrationPolicySettings: {
            allowed: boolean;
            verifyEmail: boolean;
            fields: ("name" | "userName" | "phone")[];
        };
        /** RoleAssignment */
        RoleAssignment: {
            /** @description An id of ours */
            id: string;
            user: components["schemas"]["UserSummary"];
            /** @description An id of ours */
            projectId: string;
            projectName: string;
            /** @description The grant it was made through; absent for users of the organization that owns the project */
            projectGrantId?: string;
            roleKeys: string[];
            /** @enum {string} */
            state: "active" | "inactive";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** RoleAssignmentChange */
        RoleAssignmentChange: {
            /** @description Keys of roles of the project */
            roleKeys: string[];
        };
        /** RoleAssignmentPage */
        RoleAssignmentPage: {
            items: components["schemas"]["RoleAssignment"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** SecondFactorPolicy */
        SecondFactorPolicy: {
            /** @constant */
            kind: "secondFactor";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["SecondFactorPolicySettings"];
            effective: components["schemas"]["SecondFactorPolicySettings"];
        };
        /** SecondFactorPolicySettings */
        SecondFactorPolicySettings: {
            /** @enum {string} */
            mode: "off" | "optional" | "required";
            allowed: ("passkey" | "totp" | "email_code")[];
        };
        /** ServiceUser */
        ServiceUser: {
            /** @description Also its client_id, and the iss and sub of what it signs */
            id: string;
            /** @description An id of ours */
            organizationId: string;
            userName: string;
            /** @description `name@domain`; it only names the service user, which has no password */
            loginName: string;
            name: string;
            description: string;
            hasSecret: boolean;
            tokens: components["schemas"]["ServiceUserTokens"];
            /** @enum {string} */
            state: "active" | "inactive";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** ServiceUserChange */
        ServiceUserChange: {
            userName?: string;
            /** @description What people read; the user name where it is not given */
            name?: string;
            description?: string;
            tokens?: components["schemas"]["ServiceUserTokens"];
        };
        /** ServiceUserPage */
        ServiceUserPage: {
            items: components["schemas"]["ServiceUser"][];
            /** @description Send it as `cursor` for the next page; absent on the last one */
            nextCursor?: string;
        };
        /** ServiceUserSecret */
        ServiceUserSecret: {
            /** @description An id of ours */
            clientId: string;
            /** @description Shown now and never again */
            secret: string;
        };
        /**
         * ServiceUserTokens
         * @description Its access tokens; whatever is left out follows the instance. What is out already stays as it is
         */
        ServiceUserTokens: {
            /** @enum {string} */
            accessTokenKind?: "opaque" | "jwt";
            /**
             * @description The `typ` of access tokens of the kind jwt: at+jwt where it is left out, JWT for resource servers that know no other
             * @enum {string}
             */
            accessTokenType?: "at+jwt" | "JWT";
        };
        /** SessionsPolicy */
        SessionsPolicy: {
            /** @constant */
            kind: "sessions";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["SessionsPolicySettings"];
            effective: components["schemas"]["SessionsPolicySettings"];
        };
        /** SessionsPolicySettings */
        SessionsPolicySettings: {
            idleSeconds: number;
            absoluteSeconds: number;
        };
        /** SettingProblem */
        SettingProblem: {
            field: string;
            code: string;
            message: string;
            /** @description What would be accepted instead */
            suggestion?: string;
        };
        /** SigningKey */
        SigningKey: {
            /** @description The `kid` of what it signs */
            id: string;
            /**
             * @description `ticket` keys seal opaque tokens, codes and cookies
             * @enum {string}
             */
            algorithm: "RS256" | "ES256" | "EdDSA" | "ticket";
            /** @enum {string} */
            purpose: "tokens" | "tickets";
            /**
             * @description published: takes over next; active: signs; retired: only verifies; revoked: does nothing any more
             * @enum {string}
             */
            state: "published" | "active" | "retired" | "revoked";
            /** @description Whether it is at the keys endpoint; those for tickets never are */
            inKeySet: boolean;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it begins, or began, to sign
             */
            activatesAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            revokedAt?: string;
        };
        /** SigningKeyAlgorithm */
        SigningKeyAlgorithm: {
            /** @enum {string} */
            algorithm: "RS256" | "ES256" | "EdDSA";
        };
        /** SigningKeyList */
        SigningKeyList: {
            items: components["schemas"]["SigningKey"][];
        };
        /** SigningKeyRotation */
        SigningKeyRotation: {
            /**
             * @description Only this one; every algorithm in use if not said
             * @enum {string}
             */
            algorithm?: "RS256" | "ES256" | "EdDSA" | "ticket";
            /** @description Clients that cache the key set may refuse tokens for some minutes */
            immediately?: boolean;
        };
        /** SigningKeyRotations */
        SigningKeyRotations: {
            rotations: {
                /**
                 * @description `ticket` keys seal opaque tokens, codes and cookies
                 * @enum {string}
                 */
                algorithm: "RS256" | "ES256" | "EdDSA" | "ticket";
                id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                activatesAt: string;
            }[];
        };
        /** TestMail */
        TestMail: {
            /** @description The address to send it to */
            to: string;
        };
        /** ThrottlingBoundsPolicy */
        ThrottlingBoundsPolicy: {
            /** @constant */
            kind: "throttlingBounds";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["ThrottlingBoundsPolicySettings"];
        };
        /** ThrottlingBoundsPolicySettings */
        ThrottlingBoundsPolicySettings: {
            delayAfter: {
                least: number;
                most: number;
            };
            blockAfter: {
                least: number;
                most: number;
            };
            blockSeconds: {
                least: number;
                most: number;
            };
        };
        /** ThrottlingPolicy */
        ThrottlingPolicy: {
            /** @constant */
            kind: "throttling";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["ThrottlingPolicySettings"];
            effective: components["schemas"]["ThrottlingPolicySettings"];
        };
        /** ThrottlingPolicySettings */
        ThrottlingPolicySettings: {
            delayAfter: number;
            blockAfter: number;
            blockSeconds: number;
        };
        /** TokenExplanation */
        TokenExplanation: {
            /** @enum {string} */
            kind: "access_token" | "refresh_token" | "id_token" | "authorization_code" | "personal_access_token";
            /**
             * @description Not known by id alone
             * @enum {string}
             */
            format?: "opaque" | "jwt";
            /** @description Of access tokens and personal access tokens */
            id?: string;
            /** @description Whether it would be accepted now where it is meant to be used: an access token as at introspection, a code or refresh token at the token endpoint. By the id of an access token alone this can be known to be false, but not to be true; then it is absent */
            active?: boolean;
            /**
             * @description Why it is not active. `expired`: It has expired. `token_revoked`: It was revoked by itself; other tokens of the same sign-in are not affected. `session_ended`: The session at the application was ended, and with it every token of it. `session_expired`: The session at the application has expired: it was not used for too long, or is as old as it may get. `session_gone`: The session at the application is over and no longer kept. `login_session_ended`: The person signed out where they had signed in, which ends the access tokens from that time. `login_session_expired`: The sign-in behind it has expired, which ends the access tokens from that time. `user_not_active`: The user is not active. `user_signed_out`: All sessions of the user were ended after it was made. `organization_not_active`: The organization of the user is not active. `application_not_active`: The application is not active. `project_not_active`: The project of the application is not active. `project_organization_not_active`: The organization that owns the project of the application is not active. `not_granted`: The project of the application is not, or no longer, granted to the organization of the user. `role_missing`: The project lets in only users who have a role in it, and the user has none. `consent_missing`: The application belongs to another organization, and the person has not agreed to what it asks for, or has taken that back. `credential_ended`: What the service user got it with was removed, replaced, or has expired. `grant_not_allowed`: The application is no longer set up for what it would be used for. `superseded`: A newer refresh token has taken its place; whoever uses this one ends the session, because it may have been stolen. `repeated_too_often`: It was replaced and has been repeated too often since; only its successor works. `code_spent`: The code was used; a code works once. `audience_lost`: It counts, but the application may no longer carry a manager's power, so it does not reach the management API. `audience_withdrawn`: It counts, but not for every project it names: one of them no longer lists who asked for it, is not active, is no longer granted, or has no role for its user. `metadata_withheld`: It counts, but no longer tells metadata: the project of the application is neither of the user's organization nor of a grant accepted there. `not_a_credential`: An ID token tells an application who signed in; it opens nothing, so it can be neither active nor revoked. `expiry_unknown`: Nothing is known against it, but when it expires, or expired, is in the token itself.
             * @enum {string}
             */
            reason?: "expired" | "token_revoked" | "session_ended" | "session_expired" | "session_gone" | "login_session_ended" | "login_session_expired" | "user_not_active" | "user_signed_out" | "organization_not_active" | "application_not_active" | "project_not_active" | "project_organization_not_active" | "not_granted" | "role_missing" | "consent_missing" | "credential_ended" | "grant_not_allowed" | "superseded" | "repeated_too_often" | "code_spent" | "audience_lost" | "audience_withdrawn" | "metadata_withheld" | "not_a_credential" | "expiry_unknown";
            /** @description The same as a sentence, and as exact as it is known */
            reasonDetail?: string;
            user: components["schemas"]["TokenUser"];
            /** @description That it was given to */
            application?: {
                /** @description An id of ours */
                id: string;
                name: string;
                /** @description An id of ours */
                projectId: string;
            };
            /** @description Where it came from */
            signIn?: {
                /** @description An id of ours */
                loginSessionId?: string;
                /**
                 * Format: date-time
                 * @description Absent, as is the next, when the login session is no longer kept
                 */
                startedAt?: string;
                userAgent?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                authenticatedAt: string;
                /** @description How the person proved who they are, as RFC 8176 names it */
                amr: string[];
            };
            appSession?: {
                /** @description An id of ours */
                id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                lastUsedAt: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                endedAt?: string;
                /** @description revoked, signed_out, code_misused, refresh_theft, ended_by_user, ended_by_manager, consent_taken_back, consent_missing or too_many */
                endedBy?: string;
            };
            /** @description What a service user got it with */
            serviceCredential?: {
                /** @enum {string} */
                kind: "key" | "secret" | "personal_access_token";
                id?: string;
            };
            /** @description Of a code or refresh token, and by id alone: those of the session */
            scopes: string[];
            /** @description Of a code or refresh token: that of the access tokens it gives */
            audience: string[];
            introspection?: components["schemas"]["TokenIntrospection"];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            issuedAt?: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When somebody did what ended it
             */
            revokedAt?: string;
            /** @description Who that was, as in the audit log */
            revokedBy?: {
                kind: string;
                /** @description An id of ours */
                id?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                at: string;
            };
        };
        /**
         * TokenIntrospection
         * @description With `askedBy`: what introspection tells that application
         */
        TokenIntrospection: {
            /** @description An id of ours */
            applicationId: string;
            active: boolean;
            /**
             * @description Why it is not active for it. `not_an_access_token`: Introspection is for access tokens, and this is none. `token_not_active`: The token itself does not count, or cannot be known to, whoever asks. `caller_public`: An application with the method pkce cannot introspect. Give it a secret or a key, or use one of the type API. `caller_not_active`: The application is not active, so it cannot ask. `scope_missing`: Neither the application nor its project is in the audience. Ask for the audience scope together with the token. `caller_not_listed`: Neither the application nor its project is in the audience, and the audience scope would be dropped: the project has to list who asks for the token as a caller, and has to let its user in.
             * @enum {string}
             */
            reason?: "not_an_access_token" | "token_not_active" | "caller_public" | "caller_not_active" | "scope_missing" | "caller_not_listed";
            /** @description The same as a sentence, with what to do */
            reasonDetail?: string;
            /** @description The audience scope that the token would need */
            scope?: string;
        };
        /**
         * TokenUser
         * @description Whoever manages only the application learns no more than the id: that is what the application was told
         */
        TokenUser: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            kind: "human" | "service";
            /** @description An id of ours */
            organizationId?: string;
            /** @description `name@domain` */
            loginName?: string;
            displayName?: string;
        };
        /** TokensPolicy */
        TokensPolicy: {
            /** @constant */
            kind: "tokens";
            /**
             * @description Who decided it
             * @enum {string}
             */
            from: "organization" | "instance" | "built-in";
            /** @description Of what was decided at this very place, also in the ETag; 0 while that is nothing */
            version: number;
            settings: components["schemas"]["TokensPolicySettings"];
        };
        /** TokensPolicySettings */
        TokensPolicySettings: {
            defaults: {
                /** @enum {string} */
                accessTokenKind: "opaque" | "jwt";
                /** @enum {string} */
                idTokenAlgorithm: "RS256" | "ES256" | "EdDSA";
                lifetimes: {
                    accessToken: number;
                    idToken: number;
                    refreshIdle: number;
                    refreshAbsolute: number;
                    refreshGrace: number;
                };
            };
            idTokenAlgorithms: ("RS256" | "ES256" | "EdDSA")[];
            sessionsPerApplication: number;
        };
        /** Usage */
        Usage: {
            /** @description In order of time, then of kind; what did not happen is left out */
            items: {
                /**
                 * Format: date-time
                 * @description When the hour or the day (in UTC) began
                 */
                at: string;
                /** @description What was counted: see the parameter `kind` */
                kind: string;
                count: number;
            }[];
        };
        /** User */
        User: {
            /** @description An id of ours */
            id: string;
            /** @description An id of ours */
            organizationId: string;
            userName: string;
            /** @description `name@domain`, or an address that the person has proved, to sign in with */
            loginName: string;
            /**
             * @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that
             * @enum {string}
             */
            state: "active" | "inactive" | "locked" | "unverified";
            profile: {
                givenName: string;
                familyName: string;
                nickname: string;
                /** @description Made of the other names where it is not given */
                displayName: string;
                /** @description A language tag such as en, de-CH or zh-Hant; empty if nobody has chosen one */
                locale: string;
                /** @description An https address; empty for none */
                picture: string;
            };
            /** @description Empty for none */
            email: string;
            /** @description A manager vouches for it, or the person has proved it */
            emailVerified: boolean;
            /** @description The person has shown that it is theirs, by a link or a code that was sent to it */
            emailProven: boolean;
            /** @description An international number such as +41 44 123 45 67; empty for none */
            phone: string;
            phoneVerified: boolean;
            address: {
                street?: string;
                locality?: string;
                region?: string;
                postalCode?: string;
                country?: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            changedAt: string;
            /** @description Grows with every change; also in the ETag */
            version: number;
        };
        /** UserAccess */
        UserAccess: {
            items: components["schemas"]["Access"][];
        };
        /** UserChange */
        UserChange: {
            /** @description Unique in the organization; before the @ of the login name */
            userName?: string;
            profile?: {
                givenName?: string;
                familyName?: string;
                nickname?: string;
                /** @description Made of the other names where it is not given */
                displayName?: string;
                /** @description A language tag such as en, de-CH or zh-Hant; empty if nobody has chosen one */
                locale?: string;
                /** @description An https address; empty for none */
                picture?: string;
            };
            /** @description An international number such as +41 44 123 45 67; empty for none */
            phone?: string;
            /** @description You vouch for the number */
            phoneVerified?: boolean;
            /** @description Replaced as a whole */
            address?: {
                street?: string;
                locality?: string;
                region?: string;
                postalCode?: string;
                country?: string;
            };
        };
        /** UserConsents */
        UserConsents: {
            consents: components["schemas"]["Consent"][];
        };
        /** UserCredentials */
        UserCredentials: {
            password: {
                set: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                changedAt?: string;
                /** @description It must be changed when it is next used */
                changeRequired: boolean;
            };
            factors: {
                /** @description An id of ours */
                id: string;
                /** @enum {string} */
                kind: "passkey" | "totp" | "email_code" | "recovery_codes";
                name: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                lastUsedAt?: string;
            }[];
        };
        /** UserSessions */
        UserSessions: {
            loginSessions: components["schemas"]["LoginSession"][];
            appSessions: components["schemas"]["AppSession"][];
        };
        /** UserSummary */
        UserSummary: {
            /** @description An id of ours */
            id: string;
            /** @enum {string} */
            kind: "human" | "service";
            /** @description An id of ours */
            organizationId: string;
            /** @description `name@domain` */
            loginName: string;
            displayName: string;
        };
        /** Warning */
        Warning: {
            field: string;
            code: string;
            message: string;
        };
        /**
         * WhichToken
         * @description Either the token or its id
         */
        WhichToken: {
            /** @description The token itself */
            token?: string;
            /** @description The `jti` of an access token, or the id of a personal access token */
            id?: string;
        };
    };
    responses: {
        /** @description `bad_request`: The request could not be read; `header_too_large`: The request's headers are too large; `invalid_input`: Some of the input is not valid */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `token_missing`: This needs an access token; `invalid_token`: The access token does not count; `wrong_audience`: The access token is meant for something else */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `no_manager_role`: Only managers may use the management API; `permission_missing`: You may not do this here */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unknown_resource`: There is no such thing, or you may not see it */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `already_exists`: Something with this name exists already; `wrong_state`: This cannot be done in its present state; `protected`: Signet itself needs this; `last_owner`: This is the last owner of the instance */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `changed_meanwhile`: It has been changed since you read it */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `body_too_large`: The request is too large */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: The body is in a format this address does not take */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The Idempotency-Key belongs to another request */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: Too many requests */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `database_unavailable`: The service cannot reach its database; `overloaded`: The service is busy; `stopping`: This node is stopping */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Anything else that went wrong */
        Other: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The version of what was answered, such as `"7"`. Send it as If-Match to change only this version */
        ETag: string;
        /** @description The address of what was made */
        Location: string;
        /** @description `true`: this is the answer that the first call with this Idempotency-Key got */
        "Idempotency-Replayed": "true";
        /** @description How many calls this token may make in a minute */
        "RateLimit-Limit": number;
        /** @description How many of them are left */
        "RateLimit-Remaining": number;
        /** @description In how many seconds the count begins again */
        "RateLimit-Reset": number;
        /** @description In how many seconds to try again */
        "Retry-After": number;
        /** @description How to authenticate (RFC 6750 §3) */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readMePermissions: {
        parameters: {
            query?: {
                /** @description An id of ours */
                organizationId?: string;
                /** @description An id of ours */
                projectId?: string;
                /** @description An id of ours */
                projectGrantId?: string;
                /** @description An id of ours */
                applicationId?: string;
                /** @description An id of ours */
                userId?: string;
                /** @description An id of ours */
                serviceUserId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["Permission"][];
                        /** @description Of a user: nothing that they manage stands in the way of locking or deactivating them */
                        mayStop: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ManagerRoleMeaning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PermissionMeaning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description A part of the name, or what the domain begins with */
                q?: string;
                state?: "active" | "inactive";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "domain" | "-domain";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme",
                 *       "domain": "acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MetadataEntry"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "premium"
                 *     }
                 */
                "application/json": components["schemas"]["MetadataValue"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme sign-in"
                 *     }
                 */
                "application/json": components["schemas"]["InstanceChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listInstancePolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: (components["schemas"]["PasswordPolicy"] | components["schemas"]["RegistrationPolicy"] | components["schemas"]["SessionsPolicy"] | components["schemas"]["ThrottlingPolicy"] | components["schemas"]["ThrottlingBoundsPolicy"] | components["schemas"]["SecondFactorPolicy"] | components["schemas"]["AccountPolicy"] | components["schemas"]["LanguagesPolicy"] | components["schemas"]["TokensPolicy"] | components["schemas"]["EventsPolicy"])[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstancePasswordPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstancePasswordPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minLength": 8,
                 *       "checkCommon": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstancePasswordPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowed": true,
                 *       "verifyEmail": true,
                 *       "fields": [
                 *         "name"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RegistrationPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceSessionsPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceSessionsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "idleSeconds": 604800,
                 *       "absoluteSeconds": 2592000
                 *     }
                 */
                "application/json": components["schemas"]["SessionsPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceSessionsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceThrottlingPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThrottlingPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceThrottlingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delayAfter": 5,
                 *       "blockAfter": 10,
                 *       "blockSeconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["ThrottlingPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThrottlingPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceThrottlingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceThrottlingBoundsPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThrottlingBoundsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceThrottlingBoundsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delayAfter": {
                 *         "least": 3,
                 *         "most": 10
                 *       },
                 *       "blockAfter": {
                 *         "least": 5,
                 *         "most": 20
                 *       },
                 *       "blockSeconds": {
                 *         "least": 60,
                 *         "most": 3600
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ThrottlingBoundsPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThrottlingBoundsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceThrottlingBoundsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceSecondFactorPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceSecondFactorPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "off",
                 *       "allowed": [
                 *         "passkey"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SecondFactorPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceSecondFactorPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceAccountPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceAccountPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mayDelete": true
                 *     }
                 */
                "application/json": components["schemas"]["AccountPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceAccountPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceLanguagesPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguagesPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceLanguagesPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "default": "en",
                 *       "offered": [
                 *         "en"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LanguagesPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguagesPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceLanguagesPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceTokensPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceTokensPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "defaults": {
                 *         "accessTokenKind": "opaque",
                 *         "idTokenAlgorithm": "RS256",
                 *         "lifetimes": {
                 *           "accessToken": 3600,
                 *           "idToken": 3600,
                 *           "refreshIdle": 2592000,
                 *           "refreshAbsolute": 7776000,
                 *           "refreshGrace": 60
                 *         }
                 *       },
                 *       "idTokenAlgorithms": [
                 *         "RS256"
                 *       ],
                 *       "sessionsPerApplication": 100
                 *     }
                 */
                "application/json": components["schemas"]["TokensPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceTokensPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceEventsPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceEventsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "retentionDays": 400
                 *     }
                 */
                "application/json": components["schemas"]["EventsPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceEventsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listInstancePoliciesRegistrationAdmits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdmittingProjects"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: (components["schemas"]["PasswordPolicy"] | components["schemas"]["RegistrationPolicy"] | components["schemas"]["SessionsPolicy"] | components["schemas"]["ThrottlingPolicy"] | components["schemas"]["SecondFactorPolicy"] | components["schemas"]["AccountPolicy"] | components["schemas"]["LanguagesPolicy"])[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationPasswordPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationPasswordPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minLength": 8,
                 *       "checkCommon": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationPasswordPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowed": true,
                 *       "verifyEmail": true,
                 *       "fields": [
                 *         "name"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RegistrationPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationSessionsPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationSessionsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "idleSeconds": 604800,
                 *       "absoluteSeconds": 2592000
                 *     }
                 */
                "application/json": components["schemas"]["SessionsPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationSessionsPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationThrottlingPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThrottlingPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationThrottlingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delayAfter": 5,
                 *       "blockAfter": 10,
                 *       "blockSeconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["ThrottlingPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThrottlingPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationThrottlingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationSecondFactorPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationSecondFactorPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "off",
                 *       "allowed": [
                 *         "passkey"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SecondFactorPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationSecondFactorPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationAccountPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationAccountPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mayDelete": true
                 *     }
                 */
                "application/json": components["schemas"]["AccountPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationAccountPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationLanguagesPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguagesPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationLanguagesPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "default": "en",
                 *       "offered": [
                 *         "en"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LanguagesPolicySettings"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguagesPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationLanguagesPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationPoliciesRegistrationAdmits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdmittingProjects"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readOrganizationBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "primaryColor": "#2456c5",
                 *       "backgroundColor": "#ffffff",
                 *       "darkPrimaryColor": "#8fb0ff",
                 *       "darkBackgroundColor": "#121212",
                 *       "termsUrl": "https://acme.example/terms",
                 *       "privacyUrl": "https://acme.example/privacy",
                 *       "helpUrl": "https://acme.example/help",
                 *       "hideSignetName": false
                 *     }
                 */
                "application/json": components["schemas"]["NewBranding"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readInstanceBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "primaryColor": "#2456c5",
                 *       "backgroundColor": "#ffffff",
                 *       "darkPrimaryColor": "#8fb0ff",
                 *       "darkBackgroundColor": "#121212",
                 *       "termsUrl": "https://acme.example/terms",
                 *       "privacyUrl": "https://acme.example/privacy",
                 *       "helpUrl": "https://acme.example/help",
                 *       "hideSignetName": false
                 *     }
                 */
                "application/json": components["schemas"]["NewBranding"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationBrandingImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BrandingImage"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setOrganizationBrandingImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                /** @description `dark_logo` is shown instead of `logo` on dark pages */
                kind: "logo" | "dark_logo" | "icon";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
                 *     }
                 */
                "application/json": components["schemas"]["BrandingImageUpload"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingImage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationBrandingImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                /** @description `dark_logo` is shown instead of `logo` on dark pages */
                kind: "logo" | "dark_logo" | "icon";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listInstanceBrandingImages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BrandingImage"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setInstanceBrandingImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `dark_logo` is shown instead of `logo` on dark pages */
                kind: "logo" | "dark_logo" | "icon";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
                 *     }
                 */
                "application/json": components["schemas"]["BrandingImageUpload"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingImage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceBrandingImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `dark_logo` is shown instead of `logo` on dark pages */
                kind: "logo" | "dark_logo" | "icon";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listInstanceManagers: {
        parameters: {
            query?: {
                /** @description A part of the display name or the login name */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstanceManagerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createInstanceManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d",
                 *       "role": "IAM_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewInstanceManager"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInstanceManager"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteInstanceManager: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the manager */
                managerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationManagers: {
        parameters: {
            query?: {
                /** @description A part of the display name or the login name */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationManagerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createOrganizationManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d",
                 *       "role": "ORG_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganizationManager"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrganizationManager"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteOrganizationManager: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                /** @description The id of the manager */
                managerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectManagers: {
        parameters: {
            query?: {
                /** @description A part of the display name or the login name */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectManagerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d",
                 *       "role": "PROJECT_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectManager"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedProjectManager"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteProjectManager: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
                /** @description The id of the manager */
                managerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectGrantManagers: {
        parameters: {
            query?: {
                /** @description A part of the display name or the login name */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrantManagerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectGrantManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d",
                 *       "role": "PROJECT_GRANT_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectGrantManager"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedProjectGrantManager"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteProjectGrantManager: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
                /** @description The id of the manager */
                managerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listUserManagerRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ManagerRole"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserManagerRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ManagerRole"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationProjects: {
        parameters: {
            query?: {
                /** @description A part of the name */
                q?: string;
                state?: "active" | "inactive";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "name" | "-name";
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createOrganizationProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Customer portal"
                 *     }
                 */
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Customer portal"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRoleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectRole"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRole"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectGrantRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRoleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRole"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeProjectRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Editor"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectRoleChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRole"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectGrants: {
        parameters: {
            query?: {
                /** @description A part of the name of the organization */
                q?: string;
                /** @description pending: the organization that it goes to has yet to accept it; refused: that organization does not want it, or has left */
                state?: "pending" | "active" | "inactive" | "refused";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrantPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organizationDomain": "partner.example",
                 *       "roleKeys": [
                 *         "editor"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectGrant"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationReceivedGrants: {
        parameters: {
            query?: {
                /** @description A part of the name of the project */
                q?: string;
                /** @description pending: the organization that it goes to has yet to accept it; refused: that organization does not want it, or has left */
                state?: "pending" | "active" | "inactive" | "refused";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrantPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    acceptOrganizationReceivedGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    refuseOrganizationReceivedGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readProjectGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteProjectGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeProjectGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "editor"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProjectGrantChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateProjectGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateProjectGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectCallers: {
        parameters: {
            query?: {
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectCallerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectCaller: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "callingProjectId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectCaller"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectCaller"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    confirmProjectCaller: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
                /** @description The id of the caller */
                callerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectCaller"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteProjectCaller: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
                /** @description The id of the caller */
                callerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectRoleAssignments: {
        parameters: {
            query?: {
                /** @description A part of the display name or the login name */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignmentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectRoleAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d",
                 *       "roleKeys": [
                 *         "editor"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewRoleAssignment"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectGrantRoleAssignments: {
        parameters: {
            query?: {
                /** @description A part of the display name or the login name */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignmentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectGrantRoleAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d",
                 *       "roleKeys": [
                 *         "editor"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewRoleAssignment"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listUserRoleAssignments: {
        parameters: {
            query?: {
                /** @description A part of the name of the project */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignmentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserRoleAssignments: {
        parameters: {
            query?: {
                /** @description A part of the name of the project */
                q?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignmentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readRoleAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the role assignment */
                roleAssignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteRoleAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the role assignment */
                roleAssignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeRoleAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the role assignment */
                roleAssignmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "editor"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RoleAssignmentChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateRoleAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the role assignment */
                roleAssignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateRoleAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the role assignment */
                roleAssignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectUsers: {
        parameters: {
            query?: {
                /** @description Beginnings of words of the display name and the user name, and of nothing else */
                q?: string;
                /** @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that */
                state?: "active" | "inactive" | "locked" | "unverified";
                /** @description People, where nothing is said, or service users */
                kind?: "human" | "service";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "userName" | "-userName";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EligibleUserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectGrantUsers: {
        parameters: {
            query?: {
                /** @description Beginnings of words of the display name and the user name, and of nothing else */
                q?: string;
                /** @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that */
                state?: "active" | "inactive" | "locked" | "unverified";
                /** @description People, where nothing is said, or service users */
                kind?: "human" | "service";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "userName" | "-userName";
            };
            header?: never;
            path: {
                /** @description The id of the project grant */
                projectGrantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EligibleUserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectApplications: {
        parameters: {
            query?: {
                /** @description A part of the name */
                q?: string;
                state?: "active" | "inactive";
                type?: "web" | "native" | "user_agent" | "api";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "name" | "-name";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createProjectApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Customer portal",
                 *       "type": "web"
                 *     }
                 */
                "application/json": components["schemas"]["NewApplication"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApplication"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    checkProjectApplications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Customer portal",
                 *       "type": "web"
                 *     }
                 */
                "application/json": components["schemas"]["NewApplication"];
            };
        };
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Customer portal"
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readApplicationUse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationUse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listApplicationSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSecretList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createApplicationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApplicationSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    regenerateApplicationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApplicationSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteApplicationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
                /** @description The id of the secret */
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listApplicationKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createApplicationKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-31T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewCredentialKey"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedCredentialKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteApplicationKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
                /** @description The id of the key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listApplicationRefusedAuthentications: {
        parameters: {
            query?: {
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; -at if not said. A leading minus turns it round */
                sort?: "-at" | "at";
            };
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedAuthenticationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserRefusedAuthentications: {
        parameters: {
            query?: {
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; -at if not said. A leading minus turns it round */
                sort?: "-at" | "at";
            };
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedAuthenticationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description One type, or the thing before the dot for all of its types */
                type?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "user_email" | "user_password" | "user_factor" | "user_recovery_code" | "user_sessions" | "sign_in" | "client_authentication" | "management_call" | "service_credential" | "service_user_key" | "service_user_secret" | "personal_access_token" | "project_role" | "project_caller" | "application_secret" | "application_key" | "manager" | "metadata" | "policy" | "branding_image" | "login_session" | "app_session" | "consent" | "token" | "key" | "master_key" | "mail" | "instance" | "organization.created" | "organization.changed" | "organization.activated" | "organization.deactivated" | "organization.deleted" | "project.created" | "project.changed" | "project.activated" | "project.deactivated" | "project.deleted" | "project_grant.created" | "project_grant.changed" | "project_grant.activated" | "project_grant.deactivated" | "project_grant.deleted" | "application.created" | "application.changed" | "application.activated" | "application.deactivated" | "application.deleted" | "user.created" | "user.changed" | "user.activated" | "user.deactivated" | "user.deleted" | "role_assignment.created" | "role_assignment.changed" | "role_assignment.activated" | "role_assignment.deactivated" | "role_assignment.deleted" | "user.locked" | "user.unlocked" | "user.verified" | "user.invited" | "user.registration_requested" | "user.registration_repeated" | "user_email.change_requested" | "user_email.changed" | "user_email.verified" | "user_email.verification_requested" | "user_password.changed" | "user_password.reset" | "user_password.reset_requested" | "user_password.unblock_requested" | "user_factor.added" | "user_factor.changed" | "user_factor.code_requested" | "user_factor.copy_suspected" | "user_factor.removed" | "user_recovery_code.used" | "user_sessions.ended" | "sign_in.failed" | "client_authentication.failed" | "management_call.refused" | "service_credential.used" | "service_user_key.created" | "service_user_key.deleted" | "service_user_secret.created" | "service_user_secret.deleted" | "personal_access_token.created" | "personal_access_token.revoked" | "project_grant.accepted" | "project_grant.refused" | "project_role.created" | "project_role.changed" | "project_role.deleted" | "project_caller.added" | "project_caller.confirmed" | "project_caller.removed" | "application_secret.created" | "application_secret.deleted" | "application_key.created" | "application_key.deleted" | "manager.added" | "manager.removed" | "metadata.set" | "metadata.deleted" | "policy.changed" | "policy.reset" | "branding_image.set" | "branding_image.removed" | "login_session.started" | "login_session.ended" | "app_session.started" | "app_session.ended" | "app_session.code_replayed" | "app_session.refresh_repeated" | "app_session.refresh_forwarded" | "app_session.refresh_theft" | "consent.given" | "consent.taken_back" | "token.revoked" | "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated" | "mail.test_requested" | "instance.bootstrapped" | "instance.changed";
                /** @description Who did it */
                actorId?: string;
                /** @description What kind of thing it happened to */
                resourceKind?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "manager" | "policy" | "login_session" | "app_session" | "token" | "key" | "master_key" | "mail" | "instance";
                /** @description What it happened to */
                resourceId?: string;
                /** @description From this time on (RFC 3339) */
                from?: string;
                /** @description Before this time (RFC 3339) */
                to?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; -at if not said. A leading minus turns it round */
                sort?: "-at" | "at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description One type, or the thing before the dot for all of its types */
                type?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "user_email" | "user_password" | "user_factor" | "user_recovery_code" | "user_sessions" | "sign_in" | "client_authentication" | "management_call" | "service_credential" | "service_user_key" | "service_user_secret" | "personal_access_token" | "project_role" | "project_caller" | "application_secret" | "application_key" | "manager" | "metadata" | "policy" | "branding_image" | "login_session" | "app_session" | "consent" | "token" | "key" | "master_key" | "mail" | "instance" | "organization.created" | "organization.changed" | "organization.activated" | "organization.deactivated" | "organization.deleted" | "project.created" | "project.changed" | "project.activated" | "project.deactivated" | "project.deleted" | "project_grant.created" | "project_grant.changed" | "project_grant.activated" | "project_grant.deactivated" | "project_grant.deleted" | "application.created" | "application.changed" | "application.activated" | "application.deactivated" | "application.deleted" | "user.created" | "user.changed" | "user.activated" | "user.deactivated" | "user.deleted" | "role_assignment.created" | "role_assignment.changed" | "role_assignment.activated" | "role_assignment.deactivated" | "role_assignment.deleted" | "user.locked" | "user.unlocked" | "user.verified" | "user.invited" | "user.registration_requested" | "user.registration_repeated" | "user_email.change_requested" | "user_email.changed" | "user_email.verified" | "user_email.verification_requested" | "user_password.changed" | "user_password.reset" | "user_password.reset_requested" | "user_password.unblock_requested" | "user_factor.added" | "user_factor.changed" | "user_factor.code_requested" | "user_factor.copy_suspected" | "user_factor.removed" | "user_recovery_code.used" | "user_sessions.ended" | "sign_in.failed" | "client_authentication.failed" | "management_call.refused" | "service_credential.used" | "service_user_key.created" | "service_user_key.deleted" | "service_user_secret.created" | "service_user_secret.deleted" | "personal_access_token.created" | "personal_access_token.revoked" | "project_grant.accepted" | "project_grant.refused" | "project_role.created" | "project_role.changed" | "project_role.deleted" | "project_caller.added" | "project_caller.confirmed" | "project_caller.removed" | "application_secret.created" | "application_secret.deleted" | "application_key.created" | "application_key.deleted" | "manager.added" | "manager.removed" | "metadata.set" | "metadata.deleted" | "policy.changed" | "policy.reset" | "branding_image.set" | "branding_image.removed" | "login_session.started" | "login_session.ended" | "app_session.started" | "app_session.ended" | "app_session.code_replayed" | "app_session.refresh_repeated" | "app_session.refresh_forwarded" | "app_session.refresh_theft" | "consent.given" | "consent.taken_back" | "token.revoked" | "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated" | "mail.test_requested" | "instance.bootstrapped" | "instance.changed";
                /** @description Who did it */
                actorId?: string;
                /** @description What kind of thing it happened to */
                resourceKind?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "manager" | "policy" | "login_session" | "app_session" | "token" | "key" | "master_key" | "mail" | "instance";
                /** @description What it happened to */
                resourceId?: string;
                /** @description From this time on (RFC 3339) */
                from?: string;
                /** @description Before this time (RFC 3339) */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything there is, piece by piece */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationEvents: {
        parameters: {
            query?: {
                /** @description One type, or the thing before the dot for all of its types */
                type?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "user_email" | "user_password" | "user_factor" | "user_recovery_code" | "user_sessions" | "sign_in" | "client_authentication" | "management_call" | "service_credential" | "service_user_key" | "service_user_secret" | "personal_access_token" | "project_role" | "project_caller" | "application_secret" | "application_key" | "manager" | "metadata" | "policy" | "branding_image" | "login_session" | "app_session" | "consent" | "token" | "key" | "master_key" | "mail" | "instance" | "organization.created" | "organization.changed" | "organization.activated" | "organization.deactivated" | "organization.deleted" | "project.created" | "project.changed" | "project.activated" | "project.deactivated" | "project.deleted" | "project_grant.created" | "project_grant.changed" | "project_grant.activated" | "project_grant.deactivated" | "project_grant.deleted" | "application.created" | "application.changed" | "application.activated" | "application.deactivated" | "application.deleted" | "user.created" | "user.changed" | "user.activated" | "user.deactivated" | "user.deleted" | "role_assignment.created" | "role_assignment.changed" | "role_assignment.activated" | "role_assignment.deactivated" | "role_assignment.deleted" | "user.locked" | "user.unlocked" | "user.verified" | "user.invited" | "user.registration_requested" | "user.registration_repeated" | "user_email.change_requested" | "user_email.changed" | "user_email.verified" | "user_email.verification_requested" | "user_password.changed" | "user_password.reset" | "user_password.reset_requested" | "user_password.unblock_requested" | "user_factor.added" | "user_factor.changed" | "user_factor.code_requested" | "user_factor.copy_suspected" | "user_factor.removed" | "user_recovery_code.used" | "user_sessions.ended" | "sign_in.failed" | "client_authentication.failed" | "management_call.refused" | "service_credential.used" | "service_user_key.created" | "service_user_key.deleted" | "service_user_secret.created" | "service_user_secret.deleted" | "personal_access_token.created" | "personal_access_token.revoked" | "project_grant.accepted" | "project_grant.refused" | "project_role.created" | "project_role.changed" | "project_role.deleted" | "project_caller.added" | "project_caller.confirmed" | "project_caller.removed" | "application_secret.created" | "application_secret.deleted" | "application_key.created" | "application_key.deleted" | "manager.added" | "manager.removed" | "metadata.set" | "metadata.deleted" | "policy.changed" | "policy.reset" | "branding_image.set" | "branding_image.removed" | "login_session.started" | "login_session.ended" | "app_session.started" | "app_session.ended" | "app_session.code_replayed" | "app_session.refresh_repeated" | "app_session.refresh_forwarded" | "app_session.refresh_theft" | "consent.given" | "consent.taken_back" | "token.revoked" | "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated" | "mail.test_requested" | "instance.bootstrapped" | "instance.changed";
                /** @description Who did it */
                actorId?: string;
                /** @description What kind of thing it happened to */
                resourceKind?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "manager" | "policy" | "login_session" | "app_session" | "token" | "key" | "master_key" | "mail" | "instance";
                /** @description What it happened to */
                resourceId?: string;
                /** @description From this time on (RFC 3339) */
                from?: string;
                /** @description Before this time (RFC 3339) */
                to?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; -at if not said. A leading minus turns it round */
                sort?: "-at" | "at";
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    exportOrganizationEvents: {
        parameters: {
            query?: {
                /** @description One type, or the thing before the dot for all of its types */
                type?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "user_email" | "user_password" | "user_factor" | "user_recovery_code" | "user_sessions" | "sign_in" | "client_authentication" | "management_call" | "service_credential" | "service_user_key" | "service_user_secret" | "personal_access_token" | "project_role" | "project_caller" | "application_secret" | "application_key" | "manager" | "metadata" | "policy" | "branding_image" | "login_session" | "app_session" | "consent" | "token" | "key" | "master_key" | "mail" | "instance" | "organization.created" | "organization.changed" | "organization.activated" | "organization.deactivated" | "organization.deleted" | "project.created" | "project.changed" | "project.activated" | "project.deactivated" | "project.deleted" | "project_grant.created" | "project_grant.changed" | "project_grant.activated" | "project_grant.deactivated" | "project_grant.deleted" | "application.created" | "application.changed" | "application.activated" | "application.deactivated" | "application.deleted" | "user.created" | "user.changed" | "user.activated" | "user.deactivated" | "user.deleted" | "role_assignment.created" | "role_assignment.changed" | "role_assignment.activated" | "role_assignment.deactivated" | "role_assignment.deleted" | "user.locked" | "user.unlocked" | "user.verified" | "user.invited" | "user.registration_requested" | "user.registration_repeated" | "user_email.change_requested" | "user_email.changed" | "user_email.verified" | "user_email.verification_requested" | "user_password.changed" | "user_password.reset" | "user_password.reset_requested" | "user_password.unblock_requested" | "user_factor.added" | "user_factor.changed" | "user_factor.code_requested" | "user_factor.copy_suspected" | "user_factor.removed" | "user_recovery_code.used" | "user_sessions.ended" | "sign_in.failed" | "client_authentication.failed" | "management_call.refused" | "service_credential.used" | "service_user_key.created" | "service_user_key.deleted" | "service_user_secret.created" | "service_user_secret.deleted" | "personal_access_token.created" | "personal_access_token.revoked" | "project_grant.accepted" | "project_grant.refused" | "project_role.created" | "project_role.changed" | "project_role.deleted" | "project_caller.added" | "project_caller.confirmed" | "project_caller.removed" | "application_secret.created" | "application_secret.deleted" | "application_key.created" | "application_key.deleted" | "manager.added" | "manager.removed" | "metadata.set" | "metadata.deleted" | "policy.changed" | "policy.reset" | "branding_image.set" | "branding_image.removed" | "login_session.started" | "login_session.ended" | "app_session.started" | "app_session.ended" | "app_session.code_replayed" | "app_session.refresh_repeated" | "app_session.refresh_forwarded" | "app_session.refresh_theft" | "consent.given" | "consent.taken_back" | "token.revoked" | "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated" | "mail.test_requested" | "instance.bootstrapped" | "instance.changed";
                /** @description Who did it */
                actorId?: string;
                /** @description What kind of thing it happened to */
                resourceKind?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "manager" | "policy" | "login_session" | "app_session" | "token" | "key" | "master_key" | "mail" | "instance";
                /** @description What it happened to */
                resourceId?: string;
                /** @description From this time on (RFC 3339) */
                from?: string;
                /** @description Before this time (RFC 3339) */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything there is, piece by piece */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listProjectEvents: {
        parameters: {
            query?: {
                /** @description One type, or the thing before the dot for all of its types */
                type?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "user_email" | "user_password" | "user_factor" | "user_recovery_code" | "user_sessions" | "sign_in" | "client_authentication" | "management_call" | "service_credential" | "service_user_key" | "service_user_secret" | "personal_access_token" | "project_role" | "project_caller" | "application_secret" | "application_key" | "manager" | "metadata" | "policy" | "branding_image" | "login_session" | "app_session" | "consent" | "token" | "key" | "master_key" | "mail" | "instance" | "organization.created" | "organization.changed" | "organization.activated" | "organization.deactivated" | "organization.deleted" | "project.created" | "project.changed" | "project.activated" | "project.deactivated" | "project.deleted" | "project_grant.created" | "project_grant.changed" | "project_grant.activated" | "project_grant.deactivated" | "project_grant.deleted" | "application.created" | "application.changed" | "application.activated" | "application.deactivated" | "application.deleted" | "user.created" | "user.changed" | "user.activated" | "user.deactivated" | "user.deleted" | "role_assignment.created" | "role_assignment.changed" | "role_assignment.activated" | "role_assignment.deactivated" | "role_assignment.deleted" | "user.locked" | "user.unlocked" | "user.verified" | "user.invited" | "user.registration_requested" | "user.registration_repeated" | "user_email.change_requested" | "user_email.changed" | "user_email.verified" | "user_email.verification_requested" | "user_password.changed" | "user_password.reset" | "user_password.reset_requested" | "user_password.unblock_requested" | "user_factor.added" | "user_factor.changed" | "user_factor.code_requested" | "user_factor.copy_suspected" | "user_factor.removed" | "user_recovery_code.used" | "user_sessions.ended" | "sign_in.failed" | "client_authentication.failed" | "management_call.refused" | "service_credential.used" | "service_user_key.created" | "service_user_key.deleted" | "service_user_secret.created" | "service_user_secret.deleted" | "personal_access_token.created" | "personal_access_token.revoked" | "project_grant.accepted" | "project_grant.refused" | "project_role.created" | "project_role.changed" | "project_role.deleted" | "project_caller.added" | "project_caller.confirmed" | "project_caller.removed" | "application_secret.created" | "application_secret.deleted" | "application_key.created" | "application_key.deleted" | "manager.added" | "manager.removed" | "metadata.set" | "metadata.deleted" | "policy.changed" | "policy.reset" | "branding_image.set" | "branding_image.removed" | "login_session.started" | "login_session.ended" | "app_session.started" | "app_session.ended" | "app_session.code_replayed" | "app_session.refresh_repeated" | "app_session.refresh_forwarded" | "app_session.refresh_theft" | "consent.given" | "consent.taken_back" | "token.revoked" | "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated" | "mail.test_requested" | "instance.bootstrapped" | "instance.changed";
                /** @description Who did it */
                actorId?: string;
                /** @description What kind of thing it happened to */
                resourceKind?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "manager" | "policy" | "login_session" | "app_session" | "token" | "key" | "master_key" | "mail" | "instance";
                /** @description What it happened to */
                resourceId?: string;
                /** @description From this time on (RFC 3339) */
                from?: string;
                /** @description Before this time (RFC 3339) */
                to?: string;
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; -at if not said. A leading minus turns it round */
                sort?: "-at" | "at";
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    exportProjectEvents: {
        parameters: {
            query?: {
                /** @description One type, or the thing before the dot for all of its types */
                type?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "user_email" | "user_password" | "user_factor" | "user_recovery_code" | "user_sessions" | "sign_in" | "client_authentication" | "management_call" | "service_credential" | "service_user_key" | "service_user_secret" | "personal_access_token" | "project_role" | "project_caller" | "application_secret" | "application_key" | "manager" | "metadata" | "policy" | "branding_image" | "login_session" | "app_session" | "consent" | "token" | "key" | "master_key" | "mail" | "instance" | "organization.created" | "organization.changed" | "organization.activated" | "organization.deactivated" | "organization.deleted" | "project.created" | "project.changed" | "project.activated" | "project.deactivated" | "project.deleted" | "project_grant.created" | "project_grant.changed" | "project_grant.activated" | "project_grant.deactivated" | "project_grant.deleted" | "application.created" | "application.changed" | "application.activated" | "application.deactivated" | "application.deleted" | "user.created" | "user.changed" | "user.activated" | "user.deactivated" | "user.deleted" | "role_assignment.created" | "role_assignment.changed" | "role_assignment.activated" | "role_assignment.deactivated" | "role_assignment.deleted" | "user.locked" | "user.unlocked" | "user.verified" | "user.invited" | "user.registration_requested" | "user.registration_repeated" | "user_email.change_requested" | "user_email.changed" | "user_email.verified" | "user_email.verification_requested" | "user_password.changed" | "user_password.reset" | "user_password.reset_requested" | "user_password.unblock_requested" | "user_factor.added" | "user_factor.changed" | "user_factor.code_requested" | "user_factor.copy_suspected" | "user_factor.removed" | "user_recovery_code.used" | "user_sessions.ended" | "sign_in.failed" | "client_authentication.failed" | "management_call.refused" | "service_credential.used" | "service_user_key.created" | "service_user_key.deleted" | "service_user_secret.created" | "service_user_secret.deleted" | "personal_access_token.created" | "personal_access_token.revoked" | "project_grant.accepted" | "project_grant.refused" | "project_role.created" | "project_role.changed" | "project_role.deleted" | "project_caller.added" | "project_caller.confirmed" | "project_caller.removed" | "application_secret.created" | "application_secret.deleted" | "application_key.created" | "application_key.deleted" | "manager.added" | "manager.removed" | "metadata.set" | "metadata.deleted" | "policy.changed" | "policy.reset" | "branding_image.set" | "branding_image.removed" | "login_session.started" | "login_session.ended" | "app_session.started" | "app_session.ended" | "app_session.code_replayed" | "app_session.refresh_repeated" | "app_session.refresh_forwarded" | "app_session.refresh_theft" | "consent.given" | "consent.taken_back" | "token.revoked" | "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated" | "mail.test_requested" | "instance.bootstrapped" | "instance.changed";
                /** @description Who did it */
                actorId?: string;
                /** @description What kind of thing it happened to */
                resourceKind?: "organization" | "project" | "project_grant" | "application" | "user" | "role_assignment" | "manager" | "policy" | "login_session" | "app_session" | "token" | "key" | "master_key" | "mail" | "instance";
                /** @description What it happened to */
                resourceId?: string;
                /** @description From this time on (RFC 3339) */
                from?: string;
                /** @description Before this time (RFC 3339) */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything there is, piece by piece */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description The hour or day of this time is the first one; 24 hours, or 30 days, before `to` if not said */
                from?: string;
                /** @description Hours that begin at this time or later are left out; now if not said */
                to?: string;
                /** @description At most 31 days by the hour, 400 by the day; day if not said */
                interval?: "hour" | "day";
                /** @description All kinds if not said. `sign_in`: Somebody signed in on the pages. For the organization of the person. `sign_in.failed`: A password, a code or a passkey was wrong. For the organization of the person; of nobody's, where there is no such person. `token.code`: An application got tokens for a code. For its organization, as all that applications do. `token.refresh`: An application got tokens for a refresh token. `token.client_credentials`: A service user got a token for its secret. For its organization, as all that service users do. `token.jwt_bearer`: A service user got a token for something it signed. `token.refused`: An application or a service user that there is got an error instead of tokens. `introspection`: An application asked about a token. `userinfo`: Claims were read with an access token. For the organization of the user. `revocation`: An application or a service user ended a token. */
                kind?: string;
                /** @description Only what was counted for this organization */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationUsage: {
        parameters: {
            query?: {
                /** @description The hour or day of this time is the first one; 24 hours, or 30 days, before `to` if not said */
                from?: string;
                /** @description Hours that begin at this time or later are left out; now if not said */
                to?: string;
                /** @description At most 31 days by the hour, 400 by the day; day if not said */
                interval?: "hour" | "day";
                /** @description All kinds if not said. `sign_in`: Somebody signed in on the pages. For the organization of the person. `sign_in.failed`: A password, a code or a passkey was wrong. For the organization of the person; of nobody's, where there is no such person. `token.code`: An application got tokens for a code. For its organization, as all that applications do. `token.refresh`: An application got tokens for a refresh token. `token.client_credentials`: A service user got a token for its secret. For its organization, as all that service users do. `token.jwt_bearer`: A service user got a token for something it signed. `token.refused`: An application or a service user that there is got an error instead of tokens. `introspection`: An application asked about a token. `userinfo`: Claims were read with an access token. For the organization of the user. `revocation`: An application or a service user ended a token. */
                kind?: string;
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    rotateSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "algorithm": "RS256"
                 *     }
                 */
                "application/json": components["schemas"]["SigningKeyRotation"];
            };
        };
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyRotations"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    revokeSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    enableSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "algorithm": "RS256"
                 *     }
                 */
                "application/json": components["schemas"]["SigningKeyAlgorithm"];
            };
        };
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Beginnings of words of names, user name and e-mail address */
                q?: string;
                /** @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that */
                state?: "active" | "inactive" | "locked" | "unverified";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedUserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationUsers: {
        parameters: {
            query?: {
                /** @description Beginnings of words of names, user name and e-mail address */
                q?: string;
                /** @description `unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that */
                state?: "active" | "inactive" | "locked" | "unverified";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "userName" | "-userName";
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedUserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createOrganizationUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "ada",
                 *       "profile": {
                 *         "givenName": "Ada",
                 *         "familyName": "Lovelace"
                 *       },
                 *       "email": "ada@mail.example"
                 *     }
                 */
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    lockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    unlockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setUserEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@mail.example",
                 *       "verified": true
                 *     }
                 */
                "application/json": components["schemas"]["NewEmail"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    sendUserEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readUserCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserCredentials"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    sendUserPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUserFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
                /** @description The id of the factor */
                factorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUserFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listUserMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MetadataEntry"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setUserMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "premium"
                 *     }
                 */
                "application/json": components["schemas"]["MetadataValue"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUserMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MetadataEntry"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    setServiceUserMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "premium"
                 *     }
                 */
                "application/json": components["schemas"]["MetadataValue"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteServiceUserMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUserLoginSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
                /** @description The id of the login session */
                loginSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUserAppSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
                /** @description The id of the app session */
                appSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    signUserOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    signServiceUserOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readUserConsents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserConsents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteUserConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUsers: {
        parameters: {
            query?: {
                /** @description Beginnings of words of the name and the user name */
                q?: string;
                state?: "active" | "inactive";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listOrganizationServiceUsers: {
        parameters: {
            query?: {
                /** @description Beginnings of words of the name and the user name */
                q?: string;
                state?: "active" | "inactive";
                /** @description How many at most; 50 if not said */
                limit?: number;
                /** @description The `nextCursor` of the page before */
                cursor?: string;
                /** @description The order; createdAt if not said. A leading minus turns it round */
                sort?: "createdAt" | "-createdAt" | "userName" | "-userName";
            };
            header?: never;
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createOrganizationServiceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the organization */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "nightly-export"
                 *     }
                 */
                "application/json": components["schemas"]["NewServiceUser"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readServiceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteServiceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    changeServiceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Copies the customers to the warehouse"
                 *     }
                 */
                "application/json": components["schemas"]["ServiceUserChange"];
            };
        };
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    activateServiceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deactivateServiceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    regenerateServiceUserSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is now */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUserSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteServiceUserSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createServiceUserKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-31T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewCredentialKey"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedCredentialKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteServiceUserKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
                /** @description The id of the key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserPersonalAccessTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PersonalAccessToken"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    createServiceUserPersonalAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly export",
                 *       "scopes": [
                 *         "openid",
                 *         "urn:service:iam:org:project:id:service:aud"
                 *       ],
                 *       "expiresAt": "2030-01-31T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewPersonalAccessToken"];
            };
        };
        responses: {
            /** @description What was made */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewPersonalAccessTokenAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    deleteServiceUserPersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
                /** @description The id of the token */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listUserAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listServiceUserAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the service user */
                serviceUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    listApplicationAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application */
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    readMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    testMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "ada@mail.example"
                 *     }
                 */
                "application/json": components["schemas"]["TestMail"];
            };
        };
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    inspectTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the token that you ask about"
                 *     }
                 */
                "application/json": components["schemas"]["InspectedToken"];
            };
        };
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenExplanation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
    revokeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the token that you ask about"
                 *     }
                 */
                "application/json": components["schemas"]["WhichToken"];
            };
        };
        responses: {
            /** @description Done; there is nothing to show */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Other"];
        };
    };
}
