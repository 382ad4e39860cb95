/** Every kind of event there is: the thing, then what happened to it. */
export type EventType = "key.created" | "key.rotated" | "key.revoked" | "master_key.registered" | "master_key.rotated";
