// Fixed as the finding says.
import { get, module } from "trivet"

class Post {
  readonly title: string

  constructor(title: string) {
    this.title = title
  }
}

class PostsController {
  routes() {
    return [get("/posts", () => [new Post("First post")])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
