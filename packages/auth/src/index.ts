export { AccessTokens, type TokenClaims, type TokenUser } from "./tokens/access-tokens.ts"
export { ApiKeyAuth, ScopedApiKeyAuth } from "./api-keys/api-key-auth.ts"
export { type ApiKeyOptions, ApiKeys } from "./api-keys/api-keys.ts"
export { type ApiKey, ApiKeyStore, type StoredApiKey } from "./api-keys/api-key-store.ts"
export {
  AuthSettings,
  authSettings,
  type AuthSettingsInput,
  type TokenLifetimes,
  type PasswordAlgorithm,
  type TokenKey,
} from "./auth-settings.ts"
export { auth, type AuthOptions } from "./auth.ts"
export { BearerAuth } from "./tokens/bearer-auth.ts"
export type { AuthValues } from "./context-values.ts"
export { csrf, type CsrfOptions } from "./csrf.ts"
export { InvalidRefreshToken } from "./tokens/invalid-refresh-token.ts"
export { isCommonPassword, type PasswordOwner } from "./passwords/is-common-password.ts"
export { type OneTimeToken, type OneTimeTokenOptions, OneTimeTokens } from "./tokens/one-time-tokens.ts"
export { type HashOptions, Passwords } from "./passwords/passwords.ts"
export { type Grants, type PermissionCheck, permissions } from "./permissions.ts"
export { RefreshTokens, type TokenPair } from "./tokens/refresh-tokens.ts"
export { type Generation, Revocations, type RevokeUserOptions } from "./tokens/revocations.ts"
export { type SecurityEvent, SecurityEvents } from "./security-events.ts"
export { SessionAuth, sessionCookie, sessionSecurity } from "./sessions/session-auth.ts"
export type { ListedSession } from "./sessions/session-list.ts"
export { type Session, type SessionOptions, Sessions } from "./sessions/sessions.ts"
export { ShortBearerAuth } from "./tokens/short-bearer-auth.ts"
export { PublicKeys } from "./tokens/public-keys.ts"
export { type IssuerAuth, issuerAuth, type IssuerOptions } from "./tokens/issuer-auth.ts"
export { type WebhookAuth, webhookAuth } from "./webhooks/webhook-auth.ts"
export type { WebhookScheme } from "./webhooks/webhook-schemes.ts"
export { createWebhookSecret, signWebhook, type WebhookToSign } from "./webhooks/sign-webhook.ts"
