import type { CallSettings } from "../context/call.ts"
import type { MiddlewareEntry } from "../context/middleware.ts"
import { trustedProxies } from "../context/request/trusted-proxies.ts"
import type { OptionNames } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"
import type { Provider } from "../inject/provider.ts"
import { createDefaultLog } from "../log/default-log.ts"
import { guardLog } from "../log/guard-log.ts"
import type { Log } from "../log/log.ts"
import { isProduction } from "./config/production.ts"
import { partsOf, type Platform } from "./dispatch/platform.ts"
import type { RouteField } from "./dispatch/route-field.ts"
import type { ReturnsOptions } from "./routes/returns-field.ts"

/** Options of `createApp()`; `serve()`, `run()` and `createTestApp()` take them too. */
export interface AppOptions {
  /** The platform, which writes the replies: `api()`, `web()` or `cli()`. */
  readonly platform: Platform
  /** Middlewares that wrap every call of their `kinds`, also those without a route; outermost first. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /**
   * The log that is injected as `Log`. Default: `createDefaultLog()`, on standard output; for commands on standard
   * error.
   */
  readonly log?: Log
  /** Values that every module can inject without importing anything. Default: none. */
  readonly provide?: readonly Provider[]
  /** Replaces declarations of the same token, in whichever module they are. Meant for tests. Default: none. */
  readonly replace?: readonly Provider[]
  /** The greatest size of a body in bytes; a larger one gets 413. Default: 1,048,576 (1 MiB). */
  readonly bodyLimit?: number
  /** Whether to answer 405 with `Allow`, instead of 404, if a path has routes of other methods. Default: false. */
  readonly methodNotAllowed?: boolean
  /**
   * `"required"`: every route that answers requests needs a guard, a middleware with `security`; one that is public on
   * purpose has `anyone`. Otherwise boot reports `ROUTES_UNGUARDED`. Default: a route without a guard is public.
   */
  readonly guards?: "required"
  /** How the results of records with `returns` are checked. */
  readonly returns?: ReturnsOptions
  /** Fields of your own for route records. Default: none. */
  readonly fields?: readonly RouteField[]
  /** Milliseconds that each `onStart()` and `onServe()` may take. Default: 30,000. */
  readonly startHookTimeout?: number
  /** Milliseconds that each `onStop()` may take. Default: 5,000. `stopTimeout` of `serve()` limits the whole stop. */
  readonly stopHookTimeout?: number
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. Default:
   * none. Behind a proxy that is not listed, every client has the proxy's address.
   */
  readonly trustedProxies?: readonly string[]
  /** Whether the application runs in production. Default: whether `NODE_ENV` is `production`; true on an edge runtime. */
  readonly production?: boolean
}

/** The names of the options, for functions that check them. */
export const appOptionNames: OptionNames<AppOptions> = {
  platform: true,
  middlewares: true,
  log: true,
  provide: true,
  replace: true,
  bodyLimit: true,
  methodNotAllowed: true,
  guards: true,
  returns: true,
  fields: true,
  startHookTimeout: true,
  stopHookTimeout: true,
  trustedProxies: true,
  production: true,
}

/** The settings that all calls of the application share. */
export function callSettings(options: AppOptions): CallSettings {
  return {
    // The standard output of a command is data, so its log goes to standard error.
    log:
      options.log === undefined
        ? createDefaultLog(options.platform.name === "cli" ? globalThis.process?.stderr : undefined)
        : guardLog(options.log),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    bodies: partsOf(options.platform).bodies,
    production: options.production ?? isProduction(),
    proxies: options.trustedProxies && trustedProxies(options.trustedProxies),
  }
}

/** The option `guards`. An unknown value must not leave routes open, so it is a fault. */
export function guardsOption({ guards }: AppOptions): Pick<AppOptions, "guards"> {
  if (guards === undefined) return {}
  if (guards === "required") return { guards }
  const reason = `\`guards\` is ${JSON.stringify(guards)} instead of \`"required"\``
  throw new Fault("OPTION_INVALID", { what: "`createApp()`", reason })
}
