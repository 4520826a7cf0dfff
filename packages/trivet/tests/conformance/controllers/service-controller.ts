import { type App, type Context, get, inject, post, routes, token } from "trivet"
import type { LogLine } from "trivet/testing"

/** The lines that the application has logged. */
export const LogLines = token<readonly LogLine[]>("LogLines")

/** The application itself, once it is made. */
export const Running = token<{ app?: App }>("Running")

/** Shows what the application logs, and changes its routes while it runs. */
export class ServiceController {
  readonly #lines = inject(LogLines)
  readonly #running = inject(Running)

  routes() {
    return routes([
      get("/service/id", this.id),
      get("/service/log", this.log),
      get("/service/lines/:id", this.lines),
      post("/service/routes/:name", this.addRoute),
      post("/service/routes/:name/remove", this.removeRoute),
    ])
  }

  id(ctx: Context) {
    return { id: ctx.get("request_id") ?? null }
  }
  log(ctx: Context) {
    ctx.log.info({ from: "handler" }, "said")
    return undefined
  }
  async lines(ctx: Context<"/service/lines/:id">) {
    const wanted = ctx.param("id")
    const of = () => this.#lines.filter((line) => line["request_id"] === wanted)
    // The line of a call is written when it is over, which can be after its client has read the reply.
    for (let tries = 0; tries < 200 && !of().some(({ msg }) => msg === "call"); tries++)
      await new Promise((go) => setTimeout(go, 5))
    return of().map(({ level, time: _time, ms, err, request_id: _id, ...rest }) => ({
      level,
      ...rest,
      ...(ms !== undefined && { timed: typeof ms === "number" && ms >= 0 }),
      ...(err !== undefined && { err: (err as { message: unknown }).message }),
    }))
  }
  addRoute(ctx: Context<"/service/routes/:name">) {
    const name = ctx.param("name")
    const show = (added: Context<"/:id">) => ({ added: name, id: added.param("id") })
    this.#running.app!.routes.add(get(`/added/${name}/:id`, show))
    return ctx.status(201).json({ name })
  }
  removeRoute(ctx: Context<"/service/routes/:name/remove">) {
    return { removed: this.#running.app!.routes.remove("GET", `/added/${ctx.param("name")}/:id`) }
  }
}
