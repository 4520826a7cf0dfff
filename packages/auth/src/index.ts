export { AccessTokens, type TokenClaims, type TokenUser } from "./access-tokens.ts"
export { ApiKeyAuth, ScopedApiKeyAuth } from "./api-key-auth.ts"
export { type ApiKeyOptions, ApiKeys } from "./api-keys.ts"
export { type ApiKey, ApiKeyStore, type StoredApiKey } from "./api-key-store.ts"
export {
  AuthSettings,
  authSettings,
  type AuthSettingsInput,
  type TokenLifetimes,
  type PasswordAlgorithm,
  type TokenKey,
} from "./auth-settings.ts"
export { auth, type AuthOptions } from "./auth.ts"
export { BearerAuth } from "./bearer-auth.ts"
export type { AuthValues } from "./context-values.ts"
export { csrf, type CsrfOptions } from "./csrf.ts"
export { InvalidRefreshToken } from "./invalid-refresh-token.ts"
export { isCommonPassword, type PasswordOwner } from "./is-common-password.ts"
export { type OneTimeToken, type OneTimeTokenOptions, OneTimeTokens } from "./one-time-tokens.ts"
export { type HashOptions, Passwords } from "./passwords.ts"
export { type Grants, type PermissionCheck, permissions } from "./permissions.ts"
export { RefreshTokens, type TokenPair } from "./refresh-tokens.ts"
export { type Generation, Revocations } from "./revocations.ts"
export { type SecurityEvent, SecurityEvents } from "./security-events.ts"
export { SessionAuth, sessionCookie, sessionSecurity } from "./session-auth.ts"
export type { ListedSession } from "./session-list.ts"
export { type Session, type SessionOptions, Sessions } from "./sessions.ts"
export { ShortBearerAuth } from "./short-bearer-auth.ts"
export { PublicKeys } from "./public-keys.ts"
export { type IssuerAuth, issuerAuth, type IssuerOptions } from "./issuer-auth.ts"
