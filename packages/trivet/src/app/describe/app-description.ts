import type { Security } from "../../context/middleware.ts"
import { type NamedToken, token } from "../../inject/token.ts"
import type { Route } from "../../module/routes/route.ts"
import type { ErrorFormat } from "../dispatch/platform.ts"
import type { AccessDescription } from "./describe-access.ts"

/** The description of an application as plain data. `where` is a place in the source, such as `src/posts.ts:7:20`. */
export interface AppDescription {
  /** `api`, `web` or `cli`. */
  readonly platform: string
  /** The error format of `api({ errors })`; `undefined` for the default format. */
  readonly errors: ErrorFormat | undefined
  /** The kinds of calls that the application answers: that of its platform first, then those of its modules. */
  readonly kinds: readonly string[]
  /** The application's middlewares, which wrap every call of their kinds. */
  readonly middlewares: readonly MiddlewareDescription[]
  /** All modules; the root module is last. */
  readonly modules: readonly ModuleDescription[]
  /** All routes and commands, also those that the platform does not serve. */
  readonly routes: readonly RouteDescription[]
}

/** The description of a module. */
export interface ModuleDescription {
  /** The module's `name`. */
  readonly name: string
  /** The place of the `module()` call; `undefined` if it is not known. */
  readonly where: string | undefined
  /** The names of the imported modules. */
  readonly imports: readonly string[]
  /** The names of the exported tokens. */
  readonly exports: readonly string[]
  /** The classes and providers that it declares. */
  readonly declarations: readonly DeclarationDescription[]
}

/** The description of a declared class or provider. */
export interface DeclarationDescription {
  /** The name of the class or token. */
  readonly name: string
  /** A class with `routes()` is a controller, one with `handle()` a middleware. */
  readonly kind: "controller" | "middleware" | "service" | "provider"
  /** The place of the class or factory; `undefined` unless `places` was requested. */
  readonly where: string | undefined
  /** What it injected when it was created. */
  readonly injects: readonly InjectedDescription[]
  /** The hooks that it has. */
  readonly hooks: readonly ("onStart" | "onServe" | "onStop" | "onHealth")[]
}

/** An injected dependency. */
export interface InjectedDescription {
  /** The name of the class or token. */
  readonly name: string
  /** The module that declares it; `(application)` for what the application provides to all modules. */
  readonly module: string
}

/** The description of a middleware of a route or of the application. */
export interface MiddlewareDescription {
  /** The name of the class, or the `name` of the object. */
  readonly name: string
  /** The place of the class or of `handle()`; `undefined` unless `places` was requested. */
  readonly where: string | undefined
  /** The module in which the class was created; `undefined` if the list contains an object instead of a class. */
  readonly module: string | undefined
  /** What it injected when it was created. */
  readonly injects: readonly InjectedDescription[]
  /** The context values that it provides. */
  readonly provides: readonly string[]
  /** The credentials that it requires; one of them is enough. */
  readonly security: readonly Security[]
  /** The callers that it lets pass, by name; `undefined` if it does not distinguish callers. */
  readonly allows: readonly string[] | undefined
  /** The errors that it may answer, by status, each with the reason. */
  readonly answers: Readonly<Record<number, string>>
  /** The request headers that it requires, each with its meaning. */
  readonly requiredHeaders: Readonly<Record<string, string>>
  /** The kinds of calls that it wraps as a middleware of the application; `undefined` for all. */
  readonly kinds: readonly string[] | undefined
}

/** The description of a route or a command. */
export interface RouteDescription {
  /** What calls it: `request`, `command` or a kind that a package brings. */
  readonly kind: string
  /** The HTTP method, or `ANY` for what is mounted; `undefined` unless it is of the kind `request`. */
  readonly method: string | undefined
  /** The whole path, with the paths of its groups. */
  readonly path: string
  /** Whether the application answers calls of its kind: with `cli()` commands, with the others requests. */
  readonly served: boolean
  /** The name of the controller. */
  readonly controller: string
  /** The name of the handler. */
  readonly handler: string
  /** The place of the handler, or of its record if that is not known; `undefined` unless `places` was requested. */
  readonly where: string | undefined
  /** The place of the record in `routes()` of the controller; `undefined` unless `places` was requested. */
  readonly declaredAt: string | undefined
  /** The name of the module that declares the controller. */
  readonly module: string
  /** The middlewares of the application, of the groups and of the record, outermost first. */
  readonly middlewares: readonly MiddlewareDescription[]
  /** The context values that these middlewares provide. */
  readonly provides: readonly string[]
  /** Who may call it, as its middlewares declare it. */
  readonly access: AccessDescription
  /** The record itself, with its further fields. */
  readonly record: Route<string>
}

/**
 * The token of a function that returns the description of the running application. Inject the function in a field and
 * call it later, in `onStart()` or a handler: it throws while the application is being built.
 *
 * @example
 * ```ts
 * import { Describe, get, inject, routes } from "trivet"
 *
 * export class SiteMap {
 *   readonly #describe = inject(Describe)
 *   routes() {
 *     return routes([get("/map", this.show)])
 *   }
 *
 *   show() {
 *     return this.#describe().routes.map(({ method, path }) => `${method} ${path}`)
 *   }
 * }
 * ```
 */
export const Describe: NamedToken<DescribeApp> = token<DescribeApp>("Describe")

/** Describes the application. With `places: true`, on Node, it has places in the source (`where`). */
export type DescribeApp = (options?: { readonly places?: boolean }) => AppDescription
