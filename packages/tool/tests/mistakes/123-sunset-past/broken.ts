// A deprecated route is still there after the date that its clients were told.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class PostsController {
  routes() {
    return [
      get("/posts", () => [], { about: { deprecated: "2020-01-01", sunset: "2020-07-01" } }), // here
    ]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "SUNSET_PAST" } satisfies Expected
