import { createServer, type ServerOptions, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

/** `node:http` with its defaults; a map finds the collection. */
export const start: Start = () => startBare({})

const known = new Set(collections)

/** Starts it with options of Node's. */
export function startBare(options: ServerOptions): Promise<number> {
  const server = createServer(options, (request, response) => {
    const url = request.url!
    const slash = url.indexOf("/", 1)
    const name = slash === -1 ? url.slice(1) : url.slice(1, slash)
    if (request.method !== "GET" || !known.has(name)) return send(response, 404, missing)
    if (slash === -1) return send(response, 200, listOf(name))
    const id = url.slice(slash + 1)
    return id === "" || id.includes("/") ? send(response, 404, missing) : send(response, 200, userOf(id))
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
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
