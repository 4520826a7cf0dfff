// A parameter property has to be turned into code, and Node only leaves types out.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class Post {
  // @ts-expect-error the compiler finds it too, if it is asked
  constructor(readonly title: string) {} // here
}

class PostsController {
  routes() {
    return [get("/posts", () => [new Post("First post")])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "SYNTAX_NOT_ERASABLE" } satisfies Expected
