// Fixed as the fault says.
import { module, type Route } from "trivet"

const paths: { [name: string]: string } = { posts: "/posts" }

class PostsController {
  routes(): Route[] {
    return [{ method: "GET", path: paths["posts"]!, handler: () => ["First post"] }]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const call = { method: "GET", path: "/posts" }
