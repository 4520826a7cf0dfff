// oxlint-disable typescript/consistent-type-imports -- the mistake itself
// A type is imported without `type`, and is not there when the program runs.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"
// @ts-expect-error the compiler finds it too, if it is asked
import { Post } from "./post.ts" // here

class PostsController {
  routes() {
    return [get("/posts", this.index)]
  }
  index(): Post[] {
    return [{ id: "1" }]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "TYPE_IMPORTED_AS_VALUE" } satisfies Expected
