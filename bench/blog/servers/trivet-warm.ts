import type { Start } from "../../http/start.ts"
import { serveBlog } from "../serve-blog.ts"

/** The blog as it is, with its cache in Redis. */
export const start: Start = () => serveBlog([])
