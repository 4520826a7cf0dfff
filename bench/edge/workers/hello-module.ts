import { type Context, get, module, type Module, routes } from "trivet"

class Hello {
  routes() {
    return routes([get("/hello/:name", this.show)])
  }
  show(ctx: Context<"/hello/:name">) {
    return { hello: ctx.param("name") }
  }
}

export const HelloModule: Module = module({ name: "hello", declarations: [Hello] })
