import { createServer, type ServerResponse } from "node:http"
import pg from "pg"
import type { Start } from "../../http/start.ts"
import { poolSize, userById, type UserRow } from "../users-table.ts"

/** `node:http` and `pg` with as little as the same replies can be made with. */
export const start: Start = () => {
  const pool = new pg.Pool({
    connectionString: process.env["DATABASE_URL"]!,
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  const server = createServer((request, response) => {
    const url = request.url!
    if (request.method !== "GET" || !url.startsWith("/users/")) {
      return send(response, 404, { error: "Not Found" })
    }
    pool.query<UserRow>({ ...userById, values: [url.slice(7)] }).then(
      ({ rows: [user] }) =>
        user === undefined ? send(response, 404, { error: "User not found" }) : send(response, 200, user),
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
