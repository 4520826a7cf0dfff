// A file is imported without its ending.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"
// @ts-expect-error the compiler finds it too, if it is asked
import { titles } from "./titles" // here

class PostsController {
  routes() {
    return [get("/posts", () => titles as string[])]
  }
}

export const root = module({ name: "posts", declarations: [PostsController] })
export const expected = { code: "IMPORT_NOT_FOUND" } satisfies Expected
