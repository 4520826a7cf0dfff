import type { AddressInfo } from "node:net"
import { fastify } from "fastify"
import { createClient } from "redis"
import type { Start } from "../../../http/start.ts"
import { lifetime, prefix, redisUrl, userOf } from "../cached-user.ts"

const text = { type: "string" } as const
const user = {
  type: "object",
  properties: {
    id: text,
    name: text,
    email: text,
    age: { type: "integer" },
    role: text,
    active: { type: "boolean" },
    created_at: text,
  },
} as const

/** Fastify and `redis`, with a schema for replies, from which it compiles its serializer. */
export const start: Start = async () => {
  const redis = createClient({ url: redisUrl, commandOptions: { timeout: 0 } })
  redis.on("error", (error) => console.error(error))
  await redis.connect()
  const app = fastify()
  const schema = { response: { 200: user } }
  // oxlint-disable-next-line no-async-endpoint-handlers -- a rule for Express: Fastify waits for promises
  app.get<{ Params: { id: string } }>("/users/:id", { schema }, async (request) => {
    const { id } = request.params
    const key = `${prefix}:fastify:${id}`
    const kept = await redis.get(key)
    if (kept !== null) return JSON.parse(kept) as unknown
    const found = userOf(id)
    await redis.set(key, JSON.stringify(found), { expiration: { type: "EX", value: lifetime } })
    return found
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
