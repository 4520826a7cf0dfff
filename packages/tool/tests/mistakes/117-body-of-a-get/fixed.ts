// Fixed as the finding says.
import { type Context, dto, get, module } from "trivet"

const record = { path: "/search", accepts: { query: dto({ words: "required" }) } } as const

class SearchController {
  routes() {
    return [get("/search", this.search, record)]
  }
  search(ctx: Context<typeof record>) {
    return ctx.input("query").words
  }
}

export const root = module({ name: "search", declarations: [SearchController] })
