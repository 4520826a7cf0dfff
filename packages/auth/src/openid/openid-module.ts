import { module, type Module } from "trivet"
import { checkOptions, type LazyList } from "trivet/extend"
import { fault } from "../faults.ts"
import { OpenidRoutes } from "./openid-routes.ts"
import { checkSettings, type OpenidSettings } from "./openid-settings.ts"

/** Options of `openid()`. */
export interface OpenidOptions {
  /** The name of the provider in paths: `company` gives `/login/company`. Small letters, digits and `-`. */
  readonly name: string
  /** Modules that export what `auth()` does, a `KeyValue` and `Identities`. */
  readonly imports: LazyList<Module>
  /** The settings, or a function that returns them. The function may call `inject()`. */
  readonly settings: OpenidSettings | (() => OpenidSettings)
}

/**
 * Makes the module of sign-in with an OpenID provider. It has three routes: `GET /login/<name>` sends the browser to the
 * provider, `GET /login/<name>/callback` is where it comes back, and `GET /login/<name>/link` links an account there to the
 * signed-in user. Call it once for each provider.
 */
export function openid(options: OpenidOptions): Module {
  checkOptions(options, { name: true, imports: true, settings: true }, "openid()")
  const { name, imports, settings } = options
  if (!/^[a-z][a-z\d-]{0,31}$/.test(name))
    throw fault("AUTH_OPENID_INVALID", {
      name: "name",
      value: JSON.stringify(name),
      wanted: "at most 32 small letters, digits and `-`, such as `company`",
    })
  class OpenidController extends OpenidRoutes {
    constructor() {
      super(name, checkSettings(typeof settings === "function" ? settings() : settings))
    }
  }
  return module({ name: `openid-${name}`, imports, declarations: [OpenidController] })
}
