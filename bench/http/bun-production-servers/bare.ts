import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

const known = new Set(collections)

/** `Bun.serve`; a set finds the collection. */
export const start: Start = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const url = request.url.slice(request.url.indexOf("/", 8))
      const slash = url.indexOf("/", 1)
      const name = slash === -1 ? url.slice(1) : url.slice(1, slash)
      if (request.method !== "GET" || !known.has(name)) return Response.json(missing, { status: 404 })
      if (slash === -1) return Response.json(listOf(name))
      const id = url.slice(slash + 1)
      return id === "" || id.includes("/")
        ? Response.json(missing, { status: 404 })
        : Response.json(userOf(id))
    },
  }).port
