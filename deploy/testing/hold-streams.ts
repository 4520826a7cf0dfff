import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { text } from "node:stream/consumers"
import type { SecureServer } from "./http2-client.ts"

// `node hold-streams.ts <count>` opens that many event streams, each over a TLS connection of its own, to the server that
// the variable SERVER describes (JSON of `SecureServer`). It prints the number of replies by status, holds the streams
// until its standard input ends, and prints how many of them are still open then.

/** How many streams are being opened at a time. */
const atOnce = 50

const { tlsPort, certificate } = JSON.parse(process.env["SERVER"] ?? "") as SecureServer
let left = Number(process.argv[2])
let open = 0
const statuses: Record<string, number> = {}

/** Opens a stream and waits for its first event. */
async function openStream(): Promise<void> {
  const headers = { accept: "text/event-stream" }
  const target = { host: "127.0.0.1", port: tlsPort, path: "/quiet", servername: "localhost" }
  const sent = request({ ...target, headers, ca: certificate, agent: false }).end()
  const [reply] = (await once(sent, "response")) as [IncomingMessage]
  statuses[reply.statusCode!] = (statuses[reply.statusCode!] ?? 0) + 1
  if (reply.statusCode !== 200) return void (await text(reply))
  open++
  reply.once("close", () => open--).on("error", () => undefined)
  await once(reply.setEncoding("utf8"), "data")
}

async function openStreams(): Promise<void> {
  while (left > 0) {
    left--
    await openStream().catch((error: Error) => {
      statuses[error.message] = (statuses[error.message] ?? 0) + 1
    })
  }
}

await Promise.all(Array.from({ length: atOnce }, openStreams))
console.log(JSON.stringify(statuses))
await text(process.stdin)
console.log(JSON.stringify({ open }))
process.exit()
