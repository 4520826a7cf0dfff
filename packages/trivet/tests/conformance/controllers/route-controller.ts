import { type Context, del, get, group, head, options, patch, post, put, routes } from "trivet"
import {
  CallsTwice,
  Catches,
  Forgets,
  Marks,
  ProvidesUser,
  Stops,
  StopsWithValue,
  ThrowsAfter,
  ThrowsBefore,
  Wraps,
} from "../middlewares.ts"

/** Routes of every method and kind, and what middlewares do to them. */
export class RouteController {
  routes() {
    const guarded = (name: string, middleware: new () => { handle(ctx: never, next: never): unknown }) =>
      get(name, this.method, { middlewares: [middleware] })
    return routes([
      get("/method", this.method),
      post("/method", this.method),
      put("/method", this.method),
      patch("/method", this.method),
      del("/method", this.method),
      get("/head/own", this.method),
      head("/head/own", this.ownHead),
      get("/head/stream", this.stream),
      options("/options/own", this.method),
      post("/only-post", this.method),
      get("/path/exact", this.pattern),
      get("/path/:name", this.pattern),
      get("/path/*", this.pattern),
      get("/path/:name/sub", this.pattern),
      get("/straße/ü", this.pattern),
      group(
        "/group/:id",
        [new Marks("outer")],
        [get("", this.pattern), group("/inner", [new Marks("inner")], [get("/leaf", this.pattern)])],
      ),
      group("/guarded", [
        guarded("/stops", Stops),
        guarded("/stops-with-value", StopsWithValue),
        guarded("/wraps", Wraps),
        guarded("/throws-before", ThrowsBefore),
        guarded("/throws-after", ThrowsAfter),
        guarded("/calls-twice", CallsTwice),
        guarded("/forgets", Forgets),
        get("/catches", this.fails, { middlewares: [Catches] }),
        get("/in-order", this.method, { middlewares: [new Marks("a"), new Marks("b"), ProvidesUser] }),
      ]),
    ])
  }

  method(ctx: Context) {
    return { method: ctx.method }
  }
  pattern(ctx: Context) {
    return { pattern: ctx.pattern, params: ctx.request().params() }
  }
  ownHead(ctx: Context) {
    ctx.response().setHeader("x-own", "head")
    return undefined
  }
  async *stream() {
    yield "one"
    yield "two"
  }
  fails(): never {
    throw new Error("seen by a middleware")
  }
}
