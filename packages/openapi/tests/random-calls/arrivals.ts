import type { Context, Middleware, Next } from "trivet"

// What a sender adds on its own.
const added = /^(?:host|connection|user-agent|accept-language|accept-encoding|sec-fetch-mode)$/

/** Notes what an application reads of a call. Most of it shows in no reply. */
export class Arrivals implements Middleware {
  readonly name = "arrivals"
  #last: unknown

  /** The call that arrived since this was asked before; `undefined` if none did. */
  take(): unknown {
    const last = this.#last
    this.#last = undefined
    return last
  }

  handle(ctx: Context, next: Next): unknown {
    const request = ctx.request()
    const headers = Object.entries(request.headers()).filter(([name]) => !added.test(name))
    this.#last = {
      call: `${ctx.method} ${ctx.pattern}`,
      params: { ...request.params() },
      queries: { ...request.queries() },
      headers: Object.fromEntries(headers),
    }
    return next()
  }
}
