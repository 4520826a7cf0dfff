// One process with a management port. It tells its own port and that of the management, as JSON.
import { setTimeout as pause } from "node:timers/promises"
import { createJsonLog, get, inject, Log, module, routes } from "trivet"
import { api } from "trivet/api"
import { AppOperations } from "trivet/extend"
import { serve } from "trivet/node"

class Service {
  isWell = true
  onHealth() {
    if (!this.isWell) throw new Error("switched off")
  }
}

class Controller {
  readonly #log = inject(Log)
  readonly #operations = inject(AppOperations)
  readonly #service = inject(Service)
  routes() {
    return routes([
      get("/hello", this.hello),
      get("/spin", this.spin),
      get("/wait/:id", this.wait),
      get("/sicken", this.sicken),
    ])
  }
  hello() {
    this.#log.debug("hello at debug")
    return {}
  }
  spin() {
    const end = performance.now() + 4_500
    while (performance.now() < end);
    return {}
  }
  async wait() {
    await this.#operations.run({ kind: "sql", text: "select lock", values: ["secret"] }, () => pause(3_000))
    return {}
  }
  sicken() {
    this.#service.isWell = false
    return {}
  }
}

// The first line is what the test waits for.
let isTold = false
const log = createJsonLog({ write: (line) => void (isTold && process.stdout.write(`${line}\n`)) })
const served = await serve(module({ name: "managed", declarations: [Service, Controller] }), {
  platform: api(),
  log,
  port: 0,
  drainDelay: 1_000,
  ...(process.env["OFF"] === undefined && {
    management: { port: 0, ...(process.env["HOST"] !== undefined && { host: process.env["HOST"] }) },
  }),
})
const management = served.management === undefined ? 0 : Number(new URL(served.management).port)
process.stdout.write(`${JSON.stringify({ port: served.port, management })}\n`)
isTold = true
