import type { Start } from "../../http/start.ts"
import { startPosts } from "../start-posts.ts"

/** Trivet that sends its replies as they are. */
export const start: Start = () => startPosts([])
