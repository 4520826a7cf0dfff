import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    connections: { type: "string", default: "10000" },
    messages: { type: "string", default: "20" },
    rounds: { type: "string", default: "8" },
    size: { type: "string", default: "100" },
  },
})
const [connections, messages, rounds] = [
  Number(values.connections),
  Number(values.messages),
  Number(values.rounds),
]
/** The number of sockets per client process. */
const share = 5_000

type Kind = "trivet" | "ws"

/** Bytes for each connection: of the process, and of its objects. */
interface Memory {
  readonly rssEach: number
  readonly heapEach: number
}

/** A server with all its clients connected. */
interface Connected extends Memory {
  readonly server: ChildProcess
  readonly clients: readonly ChildProcess[]
}

/** A server whose clients get messages. */
interface Contender extends Memory {
  readonly kind: Kind
  /** Sends messages to all, and gives the milliseconds until the last has arrived, and of the server's CPU. */
  publish(count: number): Promise<{ readonly elapsed: number; readonly cpu: number }>
  stop(): void
}

function start(name: string, args: readonly string[]): ChildProcess {
  return fork(join(import.meta.dirname, `${name}.ts`), args, {
    execArgv: ["--conditions=@trivet/source", "--expose-gc"],
    env: { ...process.env, NODE_ENV: "production" },
  })
}

/** The next message of a process; fails if it ends. */
async function hear<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`a process ended with ${String(code)}`)
  })
  return ((await Promise.race([once(child, "message"), ended])) as [T])[0]
}

function ask<T = number>(child: ChildProcess, message: object): Promise<T> {
  const answered = hear<T>(child)
  child.send(message)
  return answered
}

async function connectAll(kind: string, path: string, protocol: string): Promise<Connected> {
  const server = start("server", [kind, values.size])
  server.setMaxListeners(0)
  const port = await hear<number>(server)
  const memory = () => ask<{ readonly rss: number; readonly heap: number }>(server, {})
  const before = await memory()
  const clients: ChildProcess[] = []
  for (let open = 0; open < connections; open += share) {
    const child = start("clients", [
      String(port),
      String(Math.min(share, connections - open)),
      path,
      protocol,
    ])
    child.setMaxListeners(0)
    await hear(child)
    clients.push(child)
  }
  const after = await memory()
  return {
    server,
    clients,
    rssEach: (after.rss - before.rss) / connections,
    heapEach: (after.heap - before.heap) / connections,
  }
}

/** The memory of an event stream that is idle. */
async function measureStreams(kind: string): Promise<Memory> {
  const { server, clients, ...memory } = await connectAll(kind, "/stream", "events")
  for (const child of [server, ...clients]) child.kill("SIGKILL")
  return memory
}

async function prepare(kind: Kind): Promise<Contender> {
  const { server, clients, rssEach, heapEach } = await connectAll(kind, "/room", "websocket")
  const received = async () =>
    (await Promise.all(clients.map((child) => ask(child, {})))).reduce((sum, bytes) => sum + bytes, 0)
  // The bytes of one message, to know when all have come.
  const none = await received()
  await ask(server, { count: 1 })
  const one = await untilQuiet(received)
  return {
    kind,
    rssEach,
    heapEach,
    publish: async (count) => {
      const [from, began] = [await received(), performance.now()]
      const cpu = await ask(server, { count })
      // A message has as many bytes as the first, or a few more for a longer number.
      while ((await received()) - from < (one - none) * count) await new Promise((go) => setTimeout(go, 2))
      return { elapsed: performance.now() - began, cpu }
    },
    stop: () => {
      for (const child of [server, ...clients]) child.kill("SIGKILL")
    },
  }
}

async function untilQuiet(received: () => Promise<number>): Promise<number> {
  let last = -1
  for (;;) {
    const now = await received()
    if (now === last && now > 0) return now
    last = now
    await new Promise((go) => setTimeout(go, 300))
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

const contenders = [await prepare("trivet"), await prepare("ws")] as const
const figures: Record<Kind, { elapsed: number[]; cpu: number[] }> = {
  trivet: { elapsed: [], cpu: [] },
  ws: { elapsed: [], cpu: [] },
}
for (let round = -2; round < rounds; round++) {
  for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
    const { elapsed, cpu } = await contender.publish(messages)
    // The first two warm up.
    if (round < 0) continue
    figures[contender.kind].elapsed.push(elapsed)
    figures[contender.kind].cpu.push(cpu)
  }
}
for (const { kind, rssEach, heapEach } of contenders) {
  const { elapsed, cpu } = figures[kind]
  const rate = (connections * messages * 1_000) / median(elapsed)
  console.log(
    `${kind.padEnd(7)} ${rssEach.toFixed(0)} bytes for each of ${connections} connections, ${heapEach.toFixed(0)} of them objects; ${rate.toFixed(0)} messages/s, ${(median(cpu) / messages).toFixed(1)} ms of CPU for one to all`,
  )
}
const [trivet, ws] = contenders
const ratios = figures.trivet.elapsed.map((elapsed, at) => figures.ws.elapsed[at]! / elapsed)
const memoryRatio = trivet.rssEach / ws.rssEach
const heapRatio = trivet.heapEach / ws.heapEach
const rateRatio = median(ratios)
console.log(
  `memory ${memoryRatio.toFixed(2)} of ws, objects alone ${heapRatio.toFixed(2)} (goal: at most 1.4); rate ${rateRatio.toFixed(2)} of ws, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} (goal: at least 0.95)`,
)
for (const contender of contenders) contender.stop()
for (const kind of ["trivet", "node:http"]) {
  const { rssEach, heapEach } = await measureStreams(kind)
  console.log(
    `an idle event stream of ${kind}: ${rssEach.toFixed(0)} bytes, ${heapEach.toFixed(0)} of them objects`,
  )
}
process.exit(memoryRatio <= 1.4 && rateRatio >= 0.95 ? 0 : 1)
