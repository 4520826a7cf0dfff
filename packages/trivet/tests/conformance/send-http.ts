import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http"
import type { Sent } from "./case.ts"
import type { Received } from "./received.ts"

/** A client that keeps its connections and tidies nothing. */
export interface HttpSender {
  send(sent: Sent): Promise<Received>
  close(): void
}

/** Makes a client of a server on this machine. */
export function createHttpSender(port: number): HttpSender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { send: (sent) => send(port, agent, sent), close: () => agent.destroy() }
}

function send(port: number, agent: Agent, sent: Sent): Promise<Received> {
  return new Promise((give, refuse) => {
    const call = request({
      host: "127.0.0.1",
      port,
      agent,
      method: sent.method ?? "GET",
      path: sent.path,
      headers: headersOf(sent, port),
      timeout: 60_000,
    })
    call.on("response", (reply) => read(reply, give))
    call.on("timeout", () => call.destroy(new Error("no reply within 60 s")))
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET")
        give({ status: undefined, headers: [], body: new Uint8Array(0), cut: true })
      else refuse(error)
    })
    writeBody(call, sent)
  })
}

function headersOf({ headers = [], body, chunked }: Sent, port: number): string[] {
  const list = headers.flat()
  if (!headers.some(([name]) => name.toLowerCase() === "host")) list.push("Host", `127.0.0.1:${port}`)
  if (body !== undefined)
    list.push(
      ...(chunked === true
        ? ["Transfer-Encoding", "chunked"]
        : ["Content-Length", String(Buffer.byteLength(body))]),
    )
  return list
}

function writeBody(call: ClientRequest, { body = "", chunked }: Sent): void {
  if (chunked !== true) return void call.end(body)
  const half = Math.ceil(body.length / 2)
  call.write(body.slice(0, half))
  call.end(body.slice(half))
}

function read(reply: IncomingMessage, give: (received: Received) => void): void {
  const chunks: Buffer[] = []
  const headers: [string, string][] = []
  for (let at = 0; at < reply.rawHeaders.length; at += 2)
    headers.push([reply.rawHeaders[at]!.toLowerCase(), reply.rawHeaders[at + 1]!])
  const finish = (cut: boolean) =>
    give({ status: reply.statusCode!, headers, body: Buffer.concat(chunks), cut })
  reply.on("data", (chunk: Buffer) => chunks.push(chunk))
  reply.on("end", () => finish(false))
  reply.on("error", () => finish(true))
}
