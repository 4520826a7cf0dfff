// A list of routes stands among routes without its dots.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

const common = [get("/health", () => "fine")]

class PostsController {
  // here
  routes() {
    return [get("/posts", () => ["First post"]), common]
  }
}

export const root = module({
  name: "posts",
  // @ts-expect-error a list is not a route
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/health" }
export const expected = { code: "ROUTE_NOT_A_RECORD", chain: ["PostsController"] } satisfies Expected
