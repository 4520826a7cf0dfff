import { createServer, type ServerResponse } from "node:http"
import { createClient } from "redis"
import { lifetime, prefix, redisUrl, userOf } from "../cached-user.ts"

/** `node:http` and `redis` with as little as the same replies can be made with: a GET for each call, a SET for a miss. */
export async function startBare(options: { readonly timeout?: number }): Promise<number> {
  const redis = createClient({ url: redisUrl, commandOptions: options })
  redis.on("error", (error) => console.error(error))
  await redis.connect()
  const find = async (id: string): Promise<unknown> => {
    const key = `${prefix}:bare:${id}`
    const kept = await redis.get(key)
    if (kept !== null) return JSON.parse(kept) as unknown
    const user = userOf(id)
    await redis.set(key, JSON.stringify(user), { expiration: { type: "EX", value: lifetime } })
    return user
  }
  const server = createServer((request, response) => {
    const url = request.url!
    if (request.method !== "GET" || !url.startsWith("/users/")) {
      return send(response, 404, { error: "Not Found" })
    }
    find(url.slice(7)).then(
      (user) => send(response, 200, user),
      () => send(response, 500, { error: "Internal Server Error" }),
    )
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port))
  })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  })
  response.end(text)
}
