export { AccessTokens, type TokenClaims, type TokenFamily, type TokenUser } from "./access-tokens.ts"
export { ApiKeyAuth } from "./api-key-auth.ts"
export { type ApiKey, ApiKeys, ApiKeyStore, type StoredApiKey } from "./api-keys.ts"
export {
  AuthSettings,
  authSettings,
  type GivenAuthSettings,
  type Lifetimes,
  type TokenKey,
} from "./auth-settings.ts"
export { auth, type AuthOptions } from "./auth.ts"
export { BearerAuth } from "./bearer-auth.ts"
export type { AuthValues } from "./context-values.ts"
export { crossSite, type CrossSiteOptions } from "./cross-site.ts"
export { InvalidRefreshToken, type RejectedRefreshToken } from "./invalid-refresh-token.ts"
export { type HashOptions, Passwords } from "./passwords.ts"
export { type Grants, type PermissionCheck, permissions } from "./permissions.ts"
export { RefreshTokens, type TokenPair } from "./refresh-tokens.ts"
export { Revocations, type Revocable } from "./revocations.ts"
export { SessionAuth, sessionCookie, sessionSecurity } from "./session-auth.ts"
export { type Session, Sessions } from "./sessions.ts"
export { ShortBearerAuth } from "./short-bearer-auth.ts"
export { PublicKeys } from "./public-keys.ts"
export { type IssuerAuth, issuerAuth, type IssuerOptions } from "./issuer-auth.ts"
