// A method is written small.
import { module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      { method: "get" as const, path: "/posts", handler: this.index }, // here
    ]
  }
  index() {
    return ["First post"]
  }
}

export const root = module({
  name: "posts",
  // @ts-expect-error "get" is not a method
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/posts" }
export const expected = {
  code: "METHOD_UNKNOWN",
  chain: ["PostsController", "get /posts"],
} satisfies Expected
