// Fixed as the finding says.
import { dto, get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/posts/:id", () => "a post", { accepts: { params: dto({ id: "required" }) } })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
