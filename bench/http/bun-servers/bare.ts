import type { Start } from "../start.ts"
import { createUser, parseNewUser, passes, refusal, userOf } from "../users.ts"

/** `Bun.serve` with as little as the same replies can be made with. */
export const start: Start = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { url } = request
      const path = url.slice(url.indexOf("/", 8))
      if (request.method === "GET") {
        if (path.startsWith("/users/")) return Response.json(userOf(path.slice(7)))
        if (path.startsWith("/guarded/")) {
          passes[0]++
          passes[1]++
          passes[2]++
          return Response.json(userOf(path.slice(9)))
        }
        if (path === "/passes") return Response.json(passes)
      }
      if (request.method === "POST" && path === "/users") return create(request)
      return Response.json({ error: "Not Found" }, { status: 404 })
    },
  }).port

async function create(request: Request): Promise<Response> {
  const body = parseNewUser(await request.json().catch(() => undefined))
  return body === undefined
    ? Response.json(refusal, { status: 400 })
    : Response.json(createUser(body), { status: 201 })
}
