/** What there is to choose from in policies. */

export const registrationFields = ["name", "userName", "phone"] as const;
export const factorModes = ["off", "optional", "required"] as const;
export const secondFactors = ["passkey", "totp", "email_code"] as const;
