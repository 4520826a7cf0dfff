// A path is missing.
import { module, type Route } from "trivet"
import type { Expected } from "../expected.ts"

const paths: { [name: string]: string } = { posts: "/posts" }

class PostsController {
  // here
  routes(): Route[] {
    return [{ method: "GET", path: paths["post"]!, handler: () => ["First post"] }]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
export const expected = { code: "PATH_NOT_A_STRING", chain: ["PostsController"] } satisfies Expected
