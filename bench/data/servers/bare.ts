import { createServer, type ServerResponse } from "node:http"
import pg from "pg"
import type { Start } from "../../http/start.ts"
import { poolSize, userById, userInTransaction, type UserRow } from "../users-table.ts"

/** `node:http` and `pg` with as little as the same replies can be made with. */
export const start: Start = () => {
  const pool = new pg.Pool({
    connectionString: process.env["DATABASE_URL"]!,
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  const server = createServer((request, response) => {
    const url = request.url!
    const answer = (user: UserRow | undefined) =>
      user === undefined ? send(response, 404, { error: "User not found" }) : send(response, 200, user)
    const fail = () => send(response, 500, { error: "Internal Server Error" })
    if (request.method === "GET" && url.startsWith("/users/"))
      pool
        .query<UserRow>({ ...userById, values: [url.slice(7)] })
        .then(({ rows: [user] }) => answer(user), fail)
    else if (request.method === "GET" && url.startsWith("/transactions/"))
      userInTransaction(pool, url.slice(14)).then(answer, fail)
    else send(response, 404, { error: "Not Found" })
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
