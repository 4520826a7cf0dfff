// A dependency is asked for during a call.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsService {
  list() {
    return ["First post"]
  }
}

class PostsController {
  routes() {
    return [get("/posts", this.index)]
  }
  index() {
    return inject(PostsService).list() // here
  }
}

export const root = module({ name: "posts", declarations: [PostsController, PostsService] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "INJECT_OUTSIDE_BOOT", chain: [] } satisfies Expected
