import {
  command,
  type Context,
  cors,
  get,
  group,
  type Middleware,
  module,
  type Next,
  requestId,
  routes,
  securityHeaders,
} from "trivet"
import { tick, TickModule } from "./tick.ts"

/** Notes the calls that it wraps. */
export class Witness implements Middleware {
  readonly seen: string[] = []

  handle(ctx: Context, next: Next): unknown {
    this.seen.push(ctx.pattern ?? "(no route)")
    return next()
  }
}

/** Wraps ticks alone. */
export const ticksOnly: Middleware = {
  name: "ticksOnly",
  kinds: ["tick"],
  handle: (_: Context, next: Next) => next(),
}

class Reports {
  routes() {
    return routes([
      group("/reports", [
        get("/:day", this.show),
        command("send/:day", (ctx) => `sent ${ctx.param("day")}`),
        tick("send/:day", this.send),
        tick("fail", () => {
          throw new Error("no paper")
        }),
      ]),
    ])
  }
  show(ctx: Context<"/reports/:day">) {
    return { day: ctx.param("day") }
  }
  send(ctx: Context<"/reports/send/:day">) {
    return { sent: ctx.param("day") }
  }
}

/** One tree with a route, a command and two ticks. */
export const App = module({ name: "reports", imports: [TickModule], declarations: [Reports] })

/** The middlewares of the application, with one that notes the calls of every kind. */
export function middlewares(witness: Middleware): readonly Middleware[] {
  return [requestId(), cors({ origin: "*" }), securityHeaders(), ticksOnly, witness]
}
