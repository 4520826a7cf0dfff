import { type Context, dto, get, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

class HelloController {
  routes() {
    return routes([get("/hello/:name", this.greet), post("/hello", this.greetPosted)])
  }
  greet(ctx: Context<"/hello/:name">) {
    return { hello: ctx.param("name") }
  }
  async greetPosted(ctx: Context) {
    const { name } = await ctx.bind(dto({ name: "required" }))
    return ctx.status(201).json({ hello: name })
  }
}

await serve(module({ name: "hello", declarations: [HelloController] }), { platform: api() })
