import { type Context, type Next, token } from "trivet"

export const Settings = token<{ readonly title: string }>("Settings")

export class CallTimer {
  async handle(ctx: Context, next: Next) {
    const began = performance.now()
    const result = await next()
    ctx.response().setHeader("server-timing", `app;dur=${performance.now() - began}`)
    return result
  }
}
