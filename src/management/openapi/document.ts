/** The parts of OpenAPI 3.1 and JSON Schema 2020-12 that the document of the management API is made of. */

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: License;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
  /** What each manager role may do: the permissions that the calls ask for. */
  readonly "x-manager-roles": Readonly<Record<string, ManagerRole>>;
  /** What each permission means. */
  readonly "x-permissions": Readonly<Record<string, string>>;
}

interface License {
  readonly name: string;
  readonly identifier: string;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

export interface ManagerRole {
  readonly level: string;
  readonly title: string;
  readonly purpose: string;
  readonly permissions: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  readonly "x-permission": string;
  readonly "x-place": string;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

/** A schema, or a reference to one; the keywords that we look at by name, and whatever else it has. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

const SCHEMAS = "#/components/schemas/";

export function refToSchema(name: string): Schema {
  return { $ref: SCHEMAS + name };
}

/** The name of the component that the schema refers to. */
export function referredName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;
}

/** The schemas that it is made of, one level down. */
export function innerSchemas(schema: Schema): Schema[] {
  const {
    properties = {},
    patternProperties = {},
    additionalProperties,
    items,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema;
  const single = [items, additionalProperties].filter((inner) => typeof inner === "object");
  return [...Object.values(properties), ...Object.values(patternProperties), ...single, ...anyOf, ...oneOf, ...allOf];
}
