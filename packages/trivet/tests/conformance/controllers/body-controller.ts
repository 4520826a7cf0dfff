import { type Context, dto, post, put, routes } from "trivet"

const PersonDTO = dto({ name: "required", email: "required,email", age: "integer,min=18", member: "boolean" })

/** Reads bodies. */
export class BodyController {
  routes() {
    return routes([
      post("/body/bind", this.bind),
      post("/body/bind-twice", this.bindTwice),
      post("/body/bind-caught", this.bindCaught),
      post("/body/bind-declared", this.bindDeclared, { accepts: { body: PersonDTO } }),
      put("/body/text", this.text),
    ])
  }

  bind(ctx: Context) {
    return ctx.bind(PersonDTO)
  }
  async bindTwice(ctx: Context) {
    const first = await ctx.bind(PersonDTO)
    const second = await ctx.bind(dto({ email: "required" }))
    return [first, second]
  }
  async bindCaught(ctx: Context) {
    try {
      return await ctx.bind(PersonDTO)
    } catch {
      return ctx.status(422).json({ error: "caught" })
    }
  }
  bindDeclared(ctx: Context<{ path: "/body/bind-declared"; accepts: { body: typeof PersonDTO } }>) {
    return ctx.bind()
  }
  async text(ctx: Context) {
    return ctx.status(200).send(new TextDecoder().decode(await ctx.request().body()))
  }
}
