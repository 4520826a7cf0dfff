import {
  checkOptions,
  inject,
  KeyValue,
  type LazyList,
  module,
  type Module,
  provide,
  type Provider,
} from "trivet"
import { AccessTokens } from "./access-tokens.ts"
import { ApiKeys } from "./api-keys.ts"
import { AuthSettings, authSettings, type GivenAuthSettings } from "./auth-settings.ts"
import { Passwords } from "./passwords.ts"
import { RefreshTokens } from "./refresh-tokens.ts"
import { Revocations } from "./revocations.ts"
import { SessionStore, Sessions } from "./sessions.ts"

/** How the module of authentication is made. */
export interface AuthOptions {
  /** The settings, or a function that gives them while the application is built: it may call `inject()`. */
  readonly settings: GivenAuthSettings | (() => GivenAuthSettings)
  /** Modules that export what it needs: a `KeyValue`, and an `ApiKeyStore` where API keys are used. */
  readonly imports?: LazyList<Module>
  /** Gives the store of sessions, where it is another than the `KeyValue` of all the rest; it may call `inject()`. */
  readonly sessions?: () => KeyValue
  /** Whether API keys are used; an `ApiKeyStore` must then be visible. */
  readonly apiKeys?: boolean
}

/**
 * The module of authentication: passwords, tokens, sessions and keys, all exported. The middlewares that check them are
 * listed where routes are declared, in modules that import this one.
 */
export function auth(options: AuthOptions): Module {
  checkOptions(options, { settings: true, imports: true, sessions: true, apiKeys: true }, "auth()")
  const { settings, imports = [], sessions, apiKeys = false } = options
  const given: Provider = provide(AuthSettings, () =>
    authSettings(typeof settings === "function" ? settings() : settings),
  )
  const store: Provider = provide(SessionStore, () => sessions?.() ?? inject(KeyValue))
  const pieces = [Passwords, AccessTokens, RefreshTokens, Sessions, Revocations]
  const all = apiKeys ? [...pieces, ApiKeys] : pieces
  return module({
    name: "auth-pieces",
    imports,
    exports: [...all, AuthSettings],
    declarations: [...all, given, store],
  })
}
