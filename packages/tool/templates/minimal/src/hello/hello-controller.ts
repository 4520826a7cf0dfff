import { anyone, type Context, get, routes } from "trivet"

/** Answers `/hello`. */
export class HelloController {
  routes() {
    // `anyone`: the route is public on purpose. Each route needs a guard or this, as src/main.ts says.
    return routes([get("/hello/:name", this.show, { middlewares: [anyone] })])
  }

  show(ctx: Context<"/hello/:name">) {
    return { hello: ctx.param("name") }
  }
}
