// A handler's name is misspelt.
// oxlint-disable typescript/no-unsafe-argument -- the mistake itself
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      // @ts-expect-error there is no method `indx`
      get("/posts", this.indx), // here
      get("/posts/:id", this.show),
    ]
  }
  index() {
    return ["First post"]
  }
  show() {
    return "First post"
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = {
  code: "ROUTE_WITHOUT_HANDLER",
  chain: ["PostsController", "GET /posts"],
} satisfies Expected
