// Each route needs a guard, and one has none.
import { anyone, get, module } from "trivet"
import { api } from "trivet/api"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/", this.home, { middlewares: [anyone] }),
      get("/posts", this.index), // here
    ]
  }
  home() {
    return "Welcome"
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const options = { platform: api(), guards: "required" }
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "ROUTES_UNGUARDED", chain: [] } satisfies Expected
