import { type Context, get, post, PublicError } from "../../../src/index.ts"
import { counts } from "./counts.ts"

/** What attacks on the framing of HTTP aim at: it counts the calls that were carried out. */
export class Framed {
  routes() {
    return [
      get("/framed", this.show),
      post("/framed", this.take),
      post("/small", this.refuse),
      get("/later", this.later),
      get("/hidden", this.hidden),
      post("/hidden", this.hidden),
    ]
  }

  show(ctx: Context) {
    counts.framed++
    const headers = ctx.request().headers()
    const names = Object.keys(headers).filter((name) => name !== "host")
    return { names: names.map((name) => [name, ctx.header(name)]) }
  }

  async take(ctx: Context) {
    const { length } = await ctx.request().body()
    counts.framed++
    return { length }
  }

  async refuse(ctx: Context) {
    await ctx.request().body()
    throw new PublicError(413, "Content Too Large")
  }

  async later(ctx: Context) {
    await new Promise((go) => setTimeout(go, 5))
    return { at: ctx.query("at") }
  }

  hidden() {
    counts.hidden++
    return { hidden: true }
  }
}
