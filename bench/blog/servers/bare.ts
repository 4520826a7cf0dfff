import { createServer, type ServerResponse } from "node:http"
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

/** `node:http` and `pg` with as little as the same bodies can be made with: no `ETag`, no cache. */
export const start: Start = () => {
  const pool = new pg.Pool({
    connectionString: process.env["DATABASE_URL"]!,
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  const show = async (id: string, response: ServerResponse) => {
    const { rows } = await pool.query<AuthoredRow>({ ...postById, values: [id] })
    const [row] = rows
    if (row === undefined) send(response, 404, { error: "Post not found" })
    else send(response, 200, toPost(row))
  }
  const index = async (response: ServerResponse) => {
    const { rows } = await pool.query<ListedRow>({ ...publishedBefore, values: [greatestId] })
    const posts = cutPage(rows).map(toPost)
    if (posts.length < rows.length) response.setHeader("link", linkAfter(posts.at(-1)!.id))
    send(response, 200, posts)
  }
  const server = createServer((request, response) => {
    const url = request.url!
    const answered =
      url === "/posts"
        ? index(response)
        : url.startsWith("/posts/")
          ? show(url.slice(7), response)
          : Promise.resolve(send(response, 404, { error: "Not Found" }))
    answered.catch(() => send(response, 500, { error: "Internal Server Error" }))
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
