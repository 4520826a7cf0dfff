import cluster from "node:cluster"
import { createReadStream, existsSync } from "node:fs"
import { type Context, createApp, events, get, health, module, post, routes, type ServerEvent } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// Serves work of all kinds, in as many processes as WORKERS says, and tells its port.

class Work {
  #soonestCut = 1e9

  routes() {
    return routes([
      get("/hello", () => ({ pid: process.pid })),
      get("/burn/:milliseconds", this.burn),
      get("/burn-later/:milliseconds", this.burnLater),
      get("/wait/:milliseconds", this.wait),
      get("/crash", this.crash),
      get("/reject", this.reject),
      get("/hang", this.hang),
      post("/upload", this.upload),
      get("/large", this.large),
      get("/file", () => createReadStream(FILE!)),
      get("/events", () => events(greetOnce())),
      get("/query", (ctx: Context) => ({ count: Object.keys(ctx.request().queries()).length })),
      get("/state", this.state, { serveWhenOverloaded: true }),
    ])
  }

  burn(ctx: Context<"/burn/:milliseconds">) {
    const milliseconds = Number(ctx.param("milliseconds"))
    announce(milliseconds)
    return burn(milliseconds)
  }
  async burnLater(ctx: Context<"/burn-later/:milliseconds">) {
    await pause(5)
    return burn(Number(ctx.param("milliseconds")))
  }
  async wait(ctx: Context<"/wait/:milliseconds">) {
    const milliseconds = Number(ctx.param("milliseconds"))
    announce(milliseconds)
    await pause(milliseconds)
    return { pid: process.pid, id: ctx.query("id") }
  }
  crash() {
    setTimeout(() => {
      throw new Error("made to crash")
    }, 1)
    return { pid: process.pid }
  }
  reject() {
    void Promise.reject(new Error("made to reject"))
    return { pid: process.pid }
  }
  /** Notes how long it took until the soonest of these was cut off. */
  large(ctx: Context) {
    const began = performance.now()
    ctx.onDone(({ aborted }) => {
      if (aborted) this.#soonestCut = Math.min(this.#soonestCut, performance.now() - began)
    })
    return { text: "x".repeat(8e6) }
  }
  hang() {
    announce(Infinity)
    return new Promise(() => undefined)
  }
  /** What this process holds: memory in MB, and open connections with this one; and its milliseconds of CPU. */
  state() {
    const sockets = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length
    const { user, system } = process.cpuUsage()
    const memory = Math.round(process.memoryUsage.rss() / 1e6)
    return { cpu: (user + system) / 1000, memory, sockets, soonestCut: this.#soonestCut }
  }
  async upload(ctx: Context) {
    return { length: (await ctx.request().body()).length }
  }
}

/** Tells that a long call is being handled, as a line of the log. */
function announce(milliseconds: number): void {
  if (milliseconds >= 300) console.log(JSON.stringify({ msg: "handling a long call" }))
}

/** Says one thing and then nothing. */
async function* greetOnce(): AsyncGenerator<ServerEvent> {
  yield { data: "hello" }
  await new Promise(() => undefined)
}

/** Keeps the event loop from turning. For long it only waits: to compute would take the processor from other tests. */
function burn(milliseconds: number): { pid: number } {
  const until = performance.now() + milliseconds
  if (milliseconds >= 300) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  else while (performance.now() < until);
  return { pid: process.pid }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}

/** Starts only where the environment lets it. */
class Gate {
  onStart() {
    if (process.env["FAIL"] === "all" || (process.env["FAIL"] === "workers" && cluster.isWorker))
      throw new Error("made not to start")
    if (existsSync(process.env["FAIL_WITH"] ?? "") && cluster.isWorker) throw new Error("made not to start")
    if (process.env["DIE"] === "workers" && cluster.isWorker) setTimeout(() => process.exit(7), 600)
  }
}

// A server for which time passes faster: nobody has to wait for its long limits.
const speed = Number(process.env["CLOCK_SPEED"] ?? 1)
const now = performance.now.bind(performance)
if (speed !== 1) performance.now = () => now() * speed

const { WORKERS, DRAIN_DELAY, STOP_TIMEOUT, HANG_TIMEOUT, OVERLOAD, IN_FLIGHT, MAX_CONNECTIONS, FILE } =
  process.env
const root = module({ name: "work", imports: [health()], declarations: [Work, Gate] })
const served = await serve(await createApp(root, { platform: api() }), {
  port: 0,
  host: "127.0.0.1",
  drainDelay: Number(DRAIN_DELAY ?? 200),
  stopTimeout: Number(STOP_TIMEOUT ?? 5_000),
  hangTimeout: Number(HANG_TIMEOUT ?? 60_000),
  ...(WORKERS !== undefined && { workers: WORKERS === "auto" ? WORKERS : Number(WORKERS) }),
  ...(MAX_CONNECTIONS !== undefined && { maxConnections: Number(MAX_CONNECTIONS) }),
  ...(OVERLOAD === "off" && { overload: false }),
  ...(IN_FLIGHT !== undefined && { overload: { maxInFlight: Number(IN_FLIGHT) } }),
})
if (cluster.isPrimary) console.log(JSON.stringify({ port: served.port }))
