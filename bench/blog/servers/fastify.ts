import type { AddressInfo } from "node:net"
import { fastify } from "fastify"
import pg from "pg"
import type { Start } from "../../http/start.ts"
import {
  type AuthoredRow,
  cutPage,
  greatestId,
  linkAfter,
  type ListedRow,
  poolSize,
  postById,
  publishedBefore,
  toPost,
} from "../post-rows.ts"

const text = { type: "string" } as const
const author = {
  type: "object",
  properties: { id: text, email: text, name: text, created_at: text },
} as const
const post = {
  type: "object",
  properties: {
    id: text,
    title: text,
    content: text,
    author_id: text,
    author,
    published: { type: "boolean" },
    created_at: text,
    updated_at: text,
  },
} as const

/** Fastify and `pg`, with schemas for replies, from which it compiles its serializers. */
export const start: Start = async () => {
  const pool = new pg.Pool({
    connectionString: process.env["DATABASE_URL"]!,
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  const app = fastify()
  app.get<{ Params: { id: string } }>(
    "/posts/:id",
    { schema: { response: { 200: post } } },
    async (request, reply) => {
      const { rows } = await pool.query<AuthoredRow>({ ...postById, values: [request.params.id] })
      return rows[0] === undefined ? reply.status(404).send({ error: "Post not found" }) : toPost(rows[0])
    },
  )
  app.get("/posts", { schema: { response: { 200: { type: "array", items: post } } } }, async (_, reply) => {
    const { rows } = await pool.query<ListedRow>({ ...publishedBefore, values: [greatestId] })
    const posts = cutPage(rows).map(toPost)
    if (posts.length < rows.length) void reply.header("link", linkAfter(posts.at(-1)!.id))
    return posts
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
