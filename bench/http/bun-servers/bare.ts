import type { Start } from "../start.ts"
import { userOf } from "../users.ts"

/** `Bun.serve` with as little as the same replies can be made with. */
export const start: Start = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { url } = request
      const path = url.slice(url.indexOf("/", 8))
      return path.startsWith("/users/") && request.method === "GET"
        ? Response.json(userOf(path.slice(7)))
        : Response.json({ error: "Not Found" }, { status: 404 })
    },
  }).port
