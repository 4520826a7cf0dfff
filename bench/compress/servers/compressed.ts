import { compress } from "trivet/node"
import type { Start } from "../../http/start.ts"
import { startPosts } from "../start-posts.ts"

/** Trivet with `compress()`. */
export const start: Start = () => startPosts([compress()])
