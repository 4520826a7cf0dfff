import { inject, KeyValue, module, type Module, provide, type Provider } from "trivet"
import { checkOptions, type LazyList } from "trivet/extend"
import { AccessTokens } from "./tokens/access-tokens.ts"
import { ApiKeys } from "./api-keys/api-keys.ts"
import { AuthSettings, authSettings, type AuthSettingsInput } from "./auth-settings.ts"
import { OneTimeTokens } from "./tokens/one-time-tokens.ts"
import { Passwords } from "./passwords/passwords.ts"
import { RefreshTokens } from "./tokens/refresh-tokens.ts"
import { Revocations } from "./tokens/revocations.ts"
import { SecurityEvents } from "./security-events.ts"
import { SessionStore, Sessions } from "./sessions/sessions.ts"
import "./version.ts"

/** Options of `auth()`. */
export interface AuthOptions {
  /** The settings, or a function that returns them. The function may call `inject()`. */
  readonly settings: AuthSettingsInput | (() => AuthSettingsInput)
  /** Modules that export a `KeyValue` and, with `apiKeys`, an `ApiKeyStore`. Default: none. */
  readonly imports?: LazyList<Module>
  /** Returns another store for sessions; it may call `inject()`. Default: the `KeyValue`. */
  readonly sessions?: () => KeyValue
  /** Whether the application uses API keys; an `ApiKeyStore` is then required. Default: false. */
  readonly apiKeys?: boolean
  /**
   * Returns what reports security events, such as `() => new SecurityEvents()`, which logs them; it may call `inject()`.
   * Default: none, and `SecurityEvents` cannot be injected.
   */
  readonly events?: () => SecurityEvents
}

/**
 * Makes the module of authentication. It exports `Passwords`, `AccessTokens`, `RefreshTokens`, `Sessions`, `Revocations`,
 * `OneTimeTokens`, `AuthSettings` and, if the options ask for them, `ApiKeys` and `SecurityEvents`. Modules that use
 * middlewares such as `BearerAuth` must import it.
 */
export function auth(options: AuthOptions): Module {
  checkOptions(
    options,
    { settings: true, imports: true, sessions: true, apiKeys: true, events: true },
    "auth()",
  )
  const { settings, imports = [], sessions, apiKeys = false, events } = options
  const given: Provider = provide(AuthSettings, () =>
    authSettings(typeof settings === "function" ? settings() : settings),
  )
  const store: Provider = provide(SessionStore, () => sessions?.() ?? inject(KeyValue))
  // Only if it is asked for: it injects `Log`, and each call of the application then runs in a scope.
  const reporter = events === undefined ? [] : [provide(SecurityEvents, events)]
  const pieces = [Passwords, Sessions, Revocations, OneTimeTokens, ...(apiKeys ? [ApiKeys] : [])]
  // Only if they are injected: without access tokens no secret is needed.
  const tokens = [AccessTokens, RefreshTokens].map((token) => ({
    token,
    make: () => new token(),
    lazy: true,
  }))
  return module({
    name: "auth-pieces",
    imports,
    exports: [
      ...pieces,
      AccessTokens,
      RefreshTokens,
      AuthSettings,
      ...(events === undefined ? [] : [SecurityEvents]),
    ],
    declarations: [...pieces, ...tokens, given, store, ...reporter],
  })
}
