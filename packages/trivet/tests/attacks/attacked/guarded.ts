import { type Context, get, group, type Middleware, type Next, post } from "../../../src/index.ts"
import { counts } from "./counts.ts"

class Guard implements Middleware {
  handle(ctx: Context, next: Next): unknown {
    if (ctx.header("authorization") !== "Bearer right") return ctx.status(401).json({ error: "Unauthorized" })
    counts.passed++
    return next()
  }
}

/** What only a call with the right credentials may reach, and open routes that match nearly everything beside it. */
export class Guarded {
  routes() {
    return [
      group("/admin", [Guard], [get("", this.secret), post("", this.secret), get("/*", this.secret)]),
      group("/zone/admin", [Guard], [get("", this.secret), post("", this.secret)]),
      get("/zone/:page", this.open),
      get("/zone/*", this.open),
      post("/zone/*", this.open),
    ]
  }

  secret() {
    counts.handled++
    return { secret: true }
  }

  open() {
    return { open: true }
  }
}
