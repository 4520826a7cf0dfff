// `routes()` is asynchronous.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  #title = "Draft"

  // here
  async routes() {
    this.#title = await Promise.resolve("First post")
    return [get("/posts", () => [this.#title])]
  }
}

export const root = module({
  name: "posts",
  // @ts-expect-error a promise is not a list of routes
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "ROUTES_NOT_A_LIST", chain: [] } satisfies Expected
