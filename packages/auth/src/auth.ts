import { type LazyList, module, type Module, provide, type Provider } from "trivet"
import { AccessTokens } from "./access-tokens.ts"
import { ApiKeyAuth } from "./api-key-auth.ts"
import { ApiKeys } from "./api-keys.ts"
import { type AuthSettings as Settings, AuthSettings, authSettings } from "./auth-settings.ts"
import { BearerAuth } from "./bearer-auth.ts"
import { Passwords } from "./passwords.ts"
import { RefreshTokens } from "./refresh-tokens.ts"
import { SessionAuth } from "./session-auth.ts"
import { Sessions } from "./sessions.ts"
import { UserEpochs } from "./user-epochs.ts"

/** How the module of authentication is made. */
export interface AuthOptions {
  /** The settings, or a function that gives them while the application is built: it may call `inject()`. */
  readonly settings: Partial<Settings> | (() => Partial<Settings>)
  /** Modules that export what it needs: a `KeyValue`, and an `ApiKeyStore` where API keys are used. */
  readonly imports?: LazyList<Module>
  /** Whether API keys are used; an `ApiKeyStore` must then be visible. */
  readonly apiKeys?: boolean
}

/** The module of authentication: passwords, tokens, sessions, keys and their middlewares, all exported. */
export function auth({ settings, imports = [], apiKeys = false }: AuthOptions): Module {
  const given: Provider = provide(AuthSettings, () =>
    authSettings(typeof settings === "function" ? settings() : settings),
  )
  const pieces = [Passwords, AccessTokens, RefreshTokens, Sessions, UserEpochs, BearerAuth, SessionAuth]
  const all = apiKeys ? [...pieces, ApiKeys, ApiKeyAuth] : pieces
  return module({
    name: "auth-pieces",
    imports,
    exports: [...all, AuthSettings],
    declarations: [...all, given],
  })
}
