// Two files import each other, and one reads the other's module before it exists.
import { module } from "trivet"
import type { Expected } from "../expected.ts"
import { PostsModule } from "./broken-posts.ts"

export const root = module({ name: "app", imports: [PostsModule] })
export const call = { method: "GET", path: "/posts/1/author" }
export const expected = {
  error: "ReferenceError",
  chain: [],
  file: "broken-users.ts",
} satisfies Expected
