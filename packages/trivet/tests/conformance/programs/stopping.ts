import { type Context, createApp, events, get, inject, module, routes, type ServerEvent } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// Serves calls that take their time, and says what happens while it stops.

class Store {
  onStop() {
    console.log("store stopped")
  }
}

class Mailer {
  readonly store = inject(Store)

  async onStop() {
    await pause(20)
    console.log("mailer stopped")
  }
}

class Work {
  readonly mailer = inject(Mailer)

  routes() {
    return routes([
      get("/task/:milliseconds", this.task),
      get("/hang", this.hang),
      get("/stream/:milliseconds", this.stream),
      get("/events", this.events),
    ])
  }

  async task(ctx: Context<"/task/:milliseconds">) {
    if (ctx.query("announced") !== "") console.log("handling")
    await pause(Number(ctx.param("milliseconds")))
    return { done: ctx.query("id") }
  }
  hang() {
    console.log("handling")
    return new Promise(() => undefined)
  }
  async *stream(ctx: Context<"/stream/:milliseconds">) {
    yield "first "
    console.log("handling")
    await pause(Number(ctx.param("milliseconds")))
    yield "last"
  }
  events() {
    return events(this.#never())
  }
  async *#never(): AsyncGenerator<ServerEvent> {
    yield { data: "hello" }
    console.log("handling")
    await new Promise(() => undefined)
  }
  onStop() {
    console.log("work stopped")
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}

const root = module({ name: "stopping", declarations: [Work, Mailer, Store] })
const app = await createApp(root, { platform: api() })
const drainDelay = Number(process.env["DRAIN_DELAY"] ?? 100)
const stopTimeout = Number(process.env["STOP_TIMEOUT"] ?? 5_000)
console.log(JSON.stringify({ port: (await serve(app, { port: 0, drainDelay, stopTimeout })).port }))
