// Fixed as the page on modules says: the list is a function.
import { module } from "trivet"
import { PostsModule } from "./fixed-posts.ts"

export const root = module({ name: "app", imports: [PostsModule] })
export const call = { method: "GET", path: "/posts/1/author" }
