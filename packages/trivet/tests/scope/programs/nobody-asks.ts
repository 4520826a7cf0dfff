import { registerHooks } from "node:module"

// Serves a call with every engine and prints which files of the scope were loaded, and how often a storage was asked for.
const loaded: string[] = []
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    loaded.push(found.url)
    return found
  },
})
let asked = 0
const { getBuiltinModule } = process
Object.assign(process, {
  getBuiltinModule: (name: string) => {
    if (name === "node:async_hooks") asked++
    return getBuiltinModule(name)
  },
})

const { createApp, get, module, routes } = await import("trivet")
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
const own = loaded.filter((url) => url.includes("/packages/trivet/src/"))
const scope = own.filter((url) => /\/src\/scope(?:\.ts$|\/)/.test(url))
console.log(JSON.stringify({ statuses: replies.map(({ status }) => status), own: own.length, scope, asked }))
await served.stop()
