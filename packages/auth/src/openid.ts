export { Identities, type Identity, MemoryIdentities } from "./openid/identities.ts"
export { openid, type OpenidOptions } from "./openid/openid-module.ts"
export type { OpenidPerson, OpenidSettings } from "./openid/openid-settings.ts"
