import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import {
  createJsonLog,
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
import { monotonic } from "./monotonic.ts"
import { bufferedBytes, type Published, type ServerTask } from "./tasks.ts"

// A room in a process of its own: what its readers and the test do costs it nothing. It does what it is asked for by
// messages of its parent.
const topics = new MemoryTopics({ history: 0, buffer: 50 })

class Rooms {
  readonly #topics = inject(Topics)

  routes() {
    const limits = { bufferedBytes }
    return routes([socket("/room", this.join, { limits }), socket("/slow", this.joinFilled, { limits })])
  }
  async join(ctx: SocketContext) {
    await ctx.sendAll(await this.#topics.subscribe(ctx, "room"))
  }
  /** As any other reader of the room, but one whose buffers can be filled beforehand. */
  async joinFilled(ctx: SocketContext) {
    void ctx.sendAll(await this.#topics.subscribe(ctx, "filling"))
    await this.join(ctx)
  }
}

const connections = new Set<Socket>()
subscribe("net.server.socket", (message) => {
  const { socket: connection } = message as { socket: Socket }
  connections.add(connection)
  connection.once("close", () => connections.delete(connection))
})

/** What waits for each client in this process. */
const waiting = () => [...connections].map(({ writableLength }) => writableLength)

/** How many clients have to be waited for. */
const stalled = () => waiting().filter((bytes) => bytes > bufferedBytes / 2).length

/** Sends to those that do not read until so many have to be waited for. */
async function stall(count: number): Promise<void> {
  const text = "x".repeat(65_536)
  while (stalled() !== count) {
    if (count > 0) await topics.publish("filling", { text })
    await new Promise((go) => setTimeout(go, 1))
  }
}

/** Publishes by a schedule. Each message has the time at which it was due, the beginning of its latency. */
async function publish(count: number, every: number): Promise<Published> {
  const text = "x".repeat(1_000)
  const began = monotonic()
  const stalledBefore = stalled()
  let mostWaiting = 0
  for (let at = 0; at < count; at++) {
    const due = began + at * every
    const early = due - monotonic()
    if (early > 0) await new Promise((go) => setTimeout(go, early))
    await topics.publish("room", { due, text })
    mostWaiting = Math.max(mostWaiting, ...waiting())
  }
  return { stalled: stalledBefore, mostWaiting }
}

async function perform(task: ServerTask): Promise<void> {
  const done = await ("publish" in task ? publish(task.publish, task.every) : stall(task.stall))
  process.send!(done ?? {})
}

const { port } = await serve(module({ name: "room", declarations: [Rooms, provide(Topics, () => topics)] }), {
  platform: api(),
  log: createJsonLog({ write: () => undefined }),
  port: 0,
  overload: false,
  production: true,
})
process.on("message", (task: ServerTask) => void perform(task))
process.send!(port)
