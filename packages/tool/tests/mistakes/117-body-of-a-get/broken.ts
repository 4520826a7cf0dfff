// A GET route takes its input from a body.
import { type Context, dto, get, module } from "trivet"
import type { Expected } from "../expected.ts"

const record = { path: "/search", accepts: { body: dto({ words: "required" }) } } as const

class SearchController {
  routes() {
    return [
      get("/search", this.search, record), // here
    ]
  }
  async search(ctx: Context<typeof record>) {
    return (await ctx.bind()).words
  }
}

export const root = module({ name: "search", declarations: [SearchController] })
export const expected = { code: "BODY_ON_GET" } satisfies Expected
