import type { AcceptedBy, CallContext } from "../../context/context.ts"
import type { ContextKey } from "../../context/context-values.ts"
import type { KeysOf, MiddlewareEntry } from "../../context/middleware.ts"
import type { ParameterNames } from "../../context/parameter-names.ts"
import type { Reply } from "../../context/reply/reply.ts"
import { raise } from "../../fault/raise.ts"
import type { ServerEvent } from "../../context/reply/event-stream.ts"
import type { InputOf, StandardSchema } from "../../schema/standard-schema.ts"
import type { StreamSchema } from "../../schema/stream.ts"
import type { MissingBehind } from "./missing.ts"
import type { Handler, Method, Returns, Route, RouteOptions } from "./route.ts"
import type { Serialized } from "./serialized.ts"

/** A route record without its handler and middlewares, so that a client can import it without server code. */
export interface ContractRecord extends Omit<RouteOptions, "middlewares"> {
  /** The HTTP method; none for a command. */
  readonly method?: Method
  /** The path. `:name` is a parameter, `*` at the end takes the rest. */
  readonly path: string
}

/** Route records, each under the name of the method that handles it. */
export type Contract = { readonly [handler: string]: ContractRecord }

/**
 * The type that a record's handler may return, from its `returns`; `unknown` if the record has none. Use it to declare a
 * handler's return type.
 *
 * @example
 * ```ts
 * import { type Context, contract, dto } from "trivet"
 * import type { ResultOf } from "trivet/extend"
 *
 * const Users = contract({
 *   show: { method: "GET", path: "/users/:id", returns: { 200: dto({ name: "required" }) } },
 * })
 *
 * export function show(ctx: Context<typeof Users.show>): ResultOf<typeof Users.show> {
 *   return { name: `user ${ctx.param("id")}` }
 * }
 * ```
 */
export type ResultOf<Given> = Given extends { readonly returns: infer Statuses extends Returns }
  ? { [Status in keyof Statuses & number]: ReturnedAs<Status, Statuses[Status]> }[keyof Statuses & number]
  : unknown

type ReturnedAs<Status extends number, Schema> =
  Schema extends StreamSchema<infer Event>
    ? Reply<Status, AsyncIterable<ServerEvent<Serialized<InputOf<Event>>>>>
    : ValueAs<Status, Schema>

type ValueAs<Status extends number, Schema> = Schema extends StandardSchema
  ? Reply<Status, Serialized<InputOf<Schema>>> | (Status extends 200 ? Serialized<InputOf<Schema>> : never)
  : Reply<Status, null> | (Status extends 204 ? undefined : never)

type Implementation<Records extends Contract> = {
  readonly [Name in keyof Records]: (
    ctx: CallContext<ParameterNames<Records[Name]["path"]>, ContextKey, AcceptedBy<Records[Name]>>,
  ) => ResultOf<Records[Name]> | Promise<ResultOf<Records[Name]>>
}

type MiddlewaresFor<Records extends Contract> = {
  readonly [Name in keyof Records]?: readonly MiddlewareEntry[]
}

type EntriesFor<Lists, Name> = Name extends keyof Lists
  ? Extract<Lists[Name], readonly MiddlewareEntry[]>
  : readonly []

/** Declares a contract. It returns its argument unchanged; the compiler keeps the literal types of methods and paths. */
export function contract<const Records extends Contract>(records: Records): Records {
  return records
}

/**
 * Returns the routes of a contract, handled by the controller's methods of the same names. A missing or mistyped method
 * does not compile. `middlewares` lists middlewares by the name of the record. The controller need not be the one whose
 * `routes()` returns them, so one group can contain the routes of several controllers.
 */
export function implement<
  const Records extends Contract,
  Handlers extends Implementation<Records>,
  const Lists extends MiddlewaresFor<Records> = {},
>(
  records: Records,
  // A mapped copy instead of `Handlers`: inside a class, `this` is not resolved, and the needs of its methods could not
  // be inferred.
  controller: { readonly [Name in keyof Handlers]: Handlers[Name] },
  middlewares?: Lists,
): readonly Route<
  {
    [Name in keyof Records]: MissingBehind<EntriesFor<Lists, Name>, KeysOf<Handlers[Name]>>
  }[keyof Records]
>[] {
  return Object.entries(records).map(([name, record]) => {
    const handler: Handler | undefined = (controller as Readonly<Record<string, Handler>>)[name]
    if (typeof handler !== "function") {
      const route = `${record.method ?? ""} ${record.path}`.trim()
      raise(
        "CONTRACT_NOT_IMPLEMENTED",
        { controller: controllerName(controller), handler: name, route },
        "implement",
      )
    }
    const list = middlewares?.[name]
    return { ...record, handler, owner: controller, ...(list && { middlewares: list }) }
  })
}

function controllerName(controller: object): string {
  return controller.constructor.name
}
