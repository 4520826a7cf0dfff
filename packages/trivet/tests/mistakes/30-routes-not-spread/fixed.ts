// Fixed as the fault says.
import { get, module } from "trivet"

const common = [get("/health", () => "fine")]

class PostsController {
  routes() {
    return [get("/posts", () => ["First post"]), ...common]
  }
}

export const root = module({
  name: "posts",
  declarations: [PostsController],
})
export const call = { method: "GET", path: "/health" }
