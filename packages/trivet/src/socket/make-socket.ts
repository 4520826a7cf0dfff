import type { AcceptedBy } from "../context/context.ts"
import type { ContextKey } from "../context/context-values.ts"
import type { ParameterNames } from "../context/parameter-names.ts"
import type { MissingFor } from "../module/routes/missing.ts"
import type { Route, RouteOptions } from "../module/routes/route.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import { openSocketOf } from "./open-socket-of.ts"
import type { SocketMessage, SocketEvent, SocketCallContext } from "./socket-context.ts"
import type { SocketRoute } from "./socket-route.ts"
import { limitsOf, type SocketLimits } from "./socket-limits.ts"

/** The fields of a socket's record besides path and handler. */
export interface SocketOptions extends Omit<RouteOptions, "returns" | "view" | "print"> {
  /** The schema of what is sent. Outside production, sending something else is a fault. */
  readonly sends?: StandardSchema
  /** The limits of one connection and of one client. */
  readonly limits?: SocketLimits
}

/**
 * Makes a socket: a route that keeps a connection (WebSocket) open in both directions. Middlewares and guards handle
 * the request that opens it, and can reject it like any other. Then the handler runs, and the connection closes when it
 * returns. The guards run again every second.
 *
 * @example
 * ```ts
 * import { dto, inject, routes, socket, type SocketContext, Topics } from "trivet"
 *
 * const Room = { path: "/rooms/:id", accepts: { message: dto({ text: "required,max=500" }) } } as const
 *
 * export class Rooms {
 *   readonly #topics = inject(Topics)
 *
 *   routes() {
 *     return routes([socket(Room.path, this.join, Room)])
 *   }
 *
 *   async join(ctx: SocketContext<typeof Room>) {
 *     const topic = `room:${ctx.param("id")}`
 *     void ctx.sendAll(await this.#topics.subscribe(ctx, topic))
 *     for await (const { text } of ctx.messages) await this.#topics.publish(topic, { text })
 *   }
 * }
 * ```
 */
export function socket<
  const Path extends string,
  Names extends string = ParameterNames<Path>,
  Keys extends ContextKey = never,
  const Options extends SocketOptions = SocketOptions,
>(
  path: Path,
  handler: (
    ctx: SocketCallContext<Names, Keys, AcceptedBy<Options>, SocketMessage<Options>, SocketEvent<Options>>,
  ) => unknown,
  options?: Options,
): Route<MissingFor<Path, Names, Keys, Options>> {
  const { limits, ...fields } = (options ?? {}) as SocketOptions
  const complete = limitsOf(limits)
  return {
    ...fields,
    method: "GET",
    path,
    handler,
    opens: (run, guards) =>
      openSocketOf({
        accepts: fields.accepts?.message,
        sends: fields.sends,
        limits: complete,
        handler: run as SocketRoute["handler"],
        guards: guards as SocketRoute["guards"],
      }),
  }
}
