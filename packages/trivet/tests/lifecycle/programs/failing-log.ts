import cluster from "node:cluster"
import { setTimeout as pause } from "node:timers/promises"
import { pino } from "pino"
import { callLog, type Context, get, health, inject, Log, module, requestId, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { tick, Ticker, TickModule } from "../../kinds/tick.ts"

// Serves calls that are logged in many places. LOG names what becomes of the lines; by default they go to standard output.

const fail = (): never => {
  throw new Error("made to fail")
}

/** A log whose methods do this. */
function logThat(does: () => unknown, child: () => Log): Log {
  const method = () => does() as undefined
  return { trace: method, debug: method, info: method, warn: method, error: method, fatal: method, child }
}

const logs: Readonly<Record<string, () => Log>> = {
  throws: () => logThat(fail, fail),
  rejects: () => {
    const log = logThat(
      async () => fail(),
      () => log,
    )
    return log
  },
  childless: () => logThat(() => undefined, fail),
  pino: () => pino({ level: "info" }, { write: fail }),
}

class Work {
  #ticker = inject(Ticker)
  #log = inject(Log)
  #ticks = 0

  routes() {
    return routes([
      get("/hello", () => ({ pid: process.pid })),
      get("/logs", (ctx: Context) => {
        ctx.log.info("from the handler")
        this.#log.child({ a: 1 }).info("from a service")
        return { pid: process.pid }
      }),
      get("/broken", fail),
      get("/done", (ctx: Context) => {
        ctx.onDone(fail)
        return {}
      }),
      get("/stream", async function* () {
        yield "begun"
        await pause(1)
        fail()
      }),
      get("/header", (ctx: Context) => {
        ctx.response().setHeader("x-odd", "\u0000")
        return {}
      }),
      get("/slow", async () => {
        process.send?.("slow")
        await pause(300)
        return { pid: process.pid }
      }),
      get("/crash", () => {
        setTimeout(fail, 1)
        return {}
      }),
      tick("tick", (ctx: Context) => {
        ctx.log.info("tick")
        return ++this.#ticks
      }),
    ])
  }

  onHealth() {
    fail()
  }
  onStop() {
    fail()
  }
  onServe(only?: string) {
    if (only === undefined) return
    setInterval(
      () => void this.#ticker.tick("tick").then(({ value }) => process.send?.({ ticks: value })),
      20,
    )
  }
}

const { LOG, WORKERS } = process.env
const log = logs[LOG ?? ""]?.()
const served = await serve(module({ name: "work", imports: [health(), TickModule], declarations: [Work] }), {
  platform: api(),
  middlewares: [requestId(), callLog()],
  port: 0,
  drainDelay: 50,
  ...(log !== undefined && { log }),
  ...(WORKERS !== undefined && { workers: Number(WORKERS) }),
})
if (cluster.isPrimary) process.send?.({ port: served.port })
