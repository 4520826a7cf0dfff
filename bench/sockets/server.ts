import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import {
  type Context,
  createJsonLog,
  events,
  get,
  inject,
  MemoryTopics,
  module,
  provide,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// One server of the benchmark, in a process of its own: `node server.ts trivet`, or `ws`, or `node:http` for event streams
// alone, with as many bytes per message as the second argument says. It prints its port, and does what it is asked for by messages.
const [, , kind = "trivet", size = "100"] = process.argv
const text = "x".repeat(Number(size))

interface Room {
  readonly port: number
  /** Sends one message to everybody. */
  publish(at: number): Promise<unknown> | void
}

async function serveTrivet(): Promise<Room> {
  const topics = new MemoryTopics({ history: 0 })
  class Rooms {
    readonly #topics = inject(Topics)

    routes() {
      const limits = { perNetwork: 1_000_000, bufferedBytes: 16_777_216 }
      return routes([socket("/room", this.join, { limits }), get("/stream", this.watch)])
    }
    async watch(ctx: Context) {
      return events(await this.#topics.subscribe(ctx, "stream"))
    }
    async join(ctx: SocketContext) {
      await ctx.sendAll(await this.#topics.subscribe(ctx, "room"))
    }
  }
  const App = module({ name: "room", declarations: [Rooms, provide(Topics, () => topics)] })
  const log = createJsonLog({ write: () => undefined })
  const { port } = await serve(App, {
    platform: api(),
    log,
    port: 0,
    maxConnections: 100_000,
    overload: false,
    production: true,
  })
  return { port, publish: (at) => topics.publish("room", { at, text }) }
}

/** The least that a server with `ws` needs: who is connected, and signs of life. */
async function serveWs(): Promise<Room> {
  const clients = new Set<WebSocket>()
  const alive = new WeakSet<WebSocket>()
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false })
  const server = createServer()
  server.on("upgrade", (request: IncomingMessage, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (client) => {
      clients.add(client)
      alive.add(client)
      client.on("pong", () => alive.add(client))
      client.on("close", () => clients.delete(client))
      client.on("error", () => undefined)
    }),
  )
  setInterval(() => {
    for (const client of clients) {
      if (!alive.delete(client)) client.terminate()
      else client.ping()
    }
  }, 30_000).unref()
  await new Promise<void>((go) => server.listen(0, go))
  return {
    port: (server.address() as AddressInfo).port,
    publish: (at) => {
      const message = Buffer.from(JSON.stringify({ id: String(at), data: { at, text } }))
      for (const client of clients) client.send(message, { binary: false })
    },
  }
}

/** The least that event streams need: who is connected, and a comment from time to time. */
async function serveStreams(): Promise<Room> {
  const clients = new Set<ServerResponse>()
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
    response.write(":\n\n")
    clients.add(response)
    response.on("close", () => clients.delete(response))
  })
  setInterval(() => {
    for (const client of clients) client.write(":\n\n")
  }, 15_000).unref()
  await new Promise<void>((go) => server.listen(0, go))
  const publish = (at: number) => {
    for (const client of clients) client.write(`data: ${JSON.stringify({ at, text })}\n\n`)
  }
  return { port: (server.address() as AddressInfo).port, publish }
}

const servers = { trivet: serveTrivet, ws: serveWs, "node:http": serveStreams }
const room = await servers[kind as keyof typeof servers]()

/** The bytes of the process, and those of its objects, after everything that is not used was collected. */
function memory(): { readonly rss: number; readonly heap: number } {
  for (let round = 0; round < 4; round++) globalThis.gc!()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}

async function publishAll(count: number): Promise<number> {
  const before = process.cpuUsage()
  for (let at = 0; at < count; at++) {
    await room.publish(at)
    // As a server would: other work has its turn between two messages.
    await new Promise((go) => setImmediate(go))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

process.on("message", (asked: { readonly count?: number }) => {
  const { count } = asked
  if (count === undefined) process.send!(memory())
  else void publishAll(count).then((cpu) => process.send!(cpu))
})
process.send!(room.port)
