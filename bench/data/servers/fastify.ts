import type { AddressInfo } from "node:net"
import { fastify } from "fastify"
import pg from "pg"
import type { Start } from "../../http/start.ts"
import { poolSize, userById, userInTransaction, type UserRow } from "../users-table.ts"

const text = { type: "string" } as const
const user = {
  type: "object",
  properties: {
    id: { type: "integer" },
    name: text,
    email: text,
    age: { type: "integer" },
    role: text,
    active: { type: "boolean" },
    created_at: { type: "string", format: "date-time" },
  },
} as const

/** Fastify and `pg`, with a schema for replies, from which it compiles its serializer. */
export const start: Start = async () => {
  const pool = new pg.Pool({
    connectionString: process.env["DATABASE_URL"]!,
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  const app = fastify()
  app.get<{ Params: { id: string } }>(
    "/users/:id",
    { schema: { response: { 200: user } } },
    async (request, reply) => {
      const { rows } = await pool.query<UserRow>({ ...userById, values: [request.params.id] })
      return rows[0] ?? reply.status(404).send({ error: "User not found" })
    },
  )
  app.get<{ Params: { id: string } }>(
    "/transactions/:id",
    { schema: { response: { 200: user } } },
    async (request, reply) =>
      (await userInTransaction(pool, request.params.id)) ??
      reply.status(404).send({ error: "User not found" }),
  )
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
