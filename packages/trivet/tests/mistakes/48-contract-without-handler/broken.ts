// A contract has a record that nobody answers.
import { contract, implement, module, type Route } from "trivet"
import type { Expected } from "../expected.ts"

const posts = contract({
  index: { method: "GET", path: "/posts" },
  show: { method: "GET", path: "/posts/:id" },
})

class PostsController {
  routes(): readonly Route[] {
    // @ts-expect-error `show` is missing
    return implement(posts, this) // here
  }
  index() {
    return ["First post"]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts/1" }
export const expected = { code: "CONTRACT_NOT_IMPLEMENTED", chain: [] } satisfies Expected
