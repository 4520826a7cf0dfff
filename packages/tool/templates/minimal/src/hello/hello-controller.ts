import { type Context, get, routes } from "trivet"

/** Answers `/hello`. */
export class HelloController {
  routes() {
    return routes([get("/hello/:name", this.show)])
  }

  show(ctx: Context<"/hello/:name">) {
    return { hello: ctx.param("name") }
  }
}
