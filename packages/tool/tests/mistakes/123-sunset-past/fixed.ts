// Fixed as the finding says.
import { get, module } from "trivet"

class PostsController {
  routes() {
    return [get("/posts", () => [], { about: { deprecated: "2020-01-01", sunset: "2120-07-01" } })]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
