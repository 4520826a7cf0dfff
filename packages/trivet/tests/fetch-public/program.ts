// A program of fetch-public.test.ts, in a network of its own: its one interface has the addresses 127.0.0.1 and 93.184.215.14,
// which is public. It is a server, the only name server, and calls itself.
import { createSocket } from "node:dgram"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { fetchPublic } from "trivet/node"

const publicAddress = "93.184.215.14"
const connections: Record<string, number> = {}

type Answer = (request: IncomingMessage, reply: ServerResponse) => void

const paths: Readonly<Record<string, Answer>> = {
  "/redirect": (_, reply) => reply.writeHead(302, { location: "http://127.0.0.1/secret" }).end(),
  "/endless": (_, reply) => setInterval(() => reply.write("x".repeat(65_536)), 1),
  "/drips": (_, reply) => setInterval(() => reply.write("x"), 50),
  "/silent": () => undefined,
  "/empty": (_, reply) => reply.writeHead(204).end(),
}
const echo: Answer = (request, reply) => {
  let body = ""
  request.setEncoding("utf8").on("data", (piece: string) => (body += piece))
  request.on("end", () => reply.end(`${request.method} ${request.headers.host} ${body}`))
}
const server = createServer((request, reply) => (paths[request.url!] ?? echo)(request, reply))
server.on("connection", (socket) => {
  const address = socket.localAddress!
  connections[address] = (connections[address] ?? 0) + 1
})
await new Promise<void>((go) => server.listen(80, "0.0.0.0", go))

/** What a name leads to; `turns.test` to another address each time. */
let asked = 0
const answers: Readonly<Record<string, () => readonly string[]>> = {
  "good.test": () => [publicAddress],
  "bad.test": () => ["127.0.0.1"],
  "both.test": () => ["127.0.0.1", publicAddress],
  "turns.test": () => [asked++ % 2 === 0 ? publicAddress : "127.0.0.1"],
}
const names = createSocket("udp4")
names.on("message", (query, { port, address }) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const isForIpv4 = query.readUInt16BE(at + 1) === 1
  const found = isForIpv4 ? (answers[labels.join(".")]?.() ?? []) : []
  const head = Buffer.from(query.subarray(0, at + 5))
  // An answer, with one question and some records whose name is that of the question, none of them to be kept.
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(found.length, 6)
  head.writeUInt32BE(0, 8)
  const records = found.map((one) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split(".").map(Number)]),
  )
  names.send(Buffer.concat([head, ...records]), port, address)
})
await new Promise<void>((go) => names.bind(53, "127.0.0.1", go))

async function outcome(url: string, options?: Parameters<typeof fetchPublic>[1]): Promise<string> {
  const began = performance.now()
  try {
    const reply = await fetchPublic(url, options)
    return `${reply.status} ${reply.headers.get("location") ?? ""}${(await reply.text()).slice(0, 60)}`
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name: string }
    const seconds = Math.round((performance.now() - began) / 1000)
    return `${typeof code === "string" ? code : name} after ${seconds} s`
  }
}

const results = {
  good: await outcome("http://good.test/a", { method: "POST", body: "hello" }),
  literal: await outcome(`http://${publicAddress}/b`),
  both: await outcome("http://both.test/c"),
  empty: await outcome("http://good.test/empty"),
  redirect: await outcome("http://good.test/redirect"),
  bad: await outcome("http://bad.test/"),
  none: await outcome("http://none.test/"),
  endless: await outcome("http://good.test/endless", { maxSize: 100_000 }),
  drips: await outcome("http://good.test/drips", { timeout: 1_000 }),
  silent: await outcome("http://good.test/silent", { timeout: 1_000 }),
  aborted: await outcome("http://good.test/silent", { signal: AbortSignal.timeout(500) }),
}
const turns: string[] = []
for (let at = 0; at < 100; at++) turns.push((await outcome("http://turns.test/")).split(" ")[0]!)
process.stdout.write(
  JSON.stringify({
    results,
    turns: { reached: turns.filter((one) => one === "200").length, others: [...new Set(turns)].toSorted() },
    connections,
  }),
)
process.exit()
