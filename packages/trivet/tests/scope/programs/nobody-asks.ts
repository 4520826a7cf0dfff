// Serves a call with every engine and prints how often a storage was asked for; then again with a service that logs.
let asked = 0
const { getBuiltinModule } = process
Object.assign(process, {
  getBuiltinModule: (name: string) => {
    if (name === "node:async_hooks") asked++
    return getBuiltinModule(name)
  },
})

const { createApp, get, inject, Log, module, routes } = await import("trivet")
const { api } = await import("trivet/api")
const { toFetch } = await import("trivet/fetch")
const { serve } = await import("trivet/node")

class Hello {
  routes() {
    return routes([get("/", () => ({ hello: "world" }))])
  }
}
const app = await createApp(module({ name: "plain", declarations: [Hello] }), { platform: api() })
const served = await serve(app, { port: 0, drainDelay: 0 })
const replies = [await fetch(served.url), await toFetch(app)(new Request("http://localhost/"))]
const statuses = replies.map(({ status }) => status)
await served.stop()

class Service {
  readonly log = inject(Log)
}
const before = asked
const logging = module({ name: "logging", declarations: [Hello, Service] })
await (await createApp(logging, { platform: api() })).stop()
console.log(JSON.stringify({ statuses, asked: before, logged: { asked } }))
