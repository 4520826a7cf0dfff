import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from "node:http"
import type { Start } from "../start.ts"
import { createUser, parseNewUser, passes, refusal, userOf } from "../users.ts"

/** `node:http` with its defaults, and as little as the same replies can be made with: the first baseline. */
export const start: Start = () => startBare({})

/** Starts it with options of Node's. */
export function startBare(options: ServerOptions): Promise<number> {
  const server = createServer(options, (request, response) => {
    const url = request.url!
    if (request.method === "GET") {
      if (url.startsWith("/users/")) return send(response, 200, userOf(url.slice(7)))
      if (url.startsWith("/guarded/")) {
        passes[0]++
        passes[1]++
        passes[2]++
        return send(response, 200, userOf(url.slice(9)))
      }
      if (url === "/passes") return send(response, 200, passes)
    }
    if (request.method === "POST" && url === "/users") return readBody(request, response)
    return send(response, 404, { error: "Not Found" })
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port))
  })
}

function readBody(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body = parseNewUser(parse(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    if (body === undefined) send(response, 400, refusal)
    else send(response, 201, createUser(body))
  })
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  })
  response.end(text)
}
