// Fixed as the finding says.
import { get, module } from "trivet"
import { titles } from "./titles.ts"

class PostsController {
  routes() {
    return [get("/posts", () => titles)]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
