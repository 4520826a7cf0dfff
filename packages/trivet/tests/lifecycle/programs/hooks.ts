import { appendFileSync } from "node:fs"
import { createServer } from "node:http"
import { command, createApp, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { run } from "trivet/cli"
import { toFetch } from "trivet/fetch"
import { serve, toNode } from "trivet/node"
import { createTestApp } from "trivet/testing"

// Writes each hook that runs, with the process that runs it, to the file HOOKS.
const note = (hook: string) => appendFileSync(process.env["HOOKS"]!, `${process.pid} ${hook}\n`)

class Poller {
  routes() {
    return routes([get("/", () => "served"), command("status", () => "fine")])
  }
  onStart() {
    note("onStart")
  }
  onServe() {
    note("onServe")
  }
  onStop() {
    note("onStop")
  }
}

const App = module({ name: "hooks", declarations: [Poller] })

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  command: () => run(App, { argv: ["status"] }),
  test: async () => {
    const app = await createTestApp(App)
    await app.request("GET", "/")
    await app.stop()
  },
  fetch: async () => {
    const app = await createApp(App, { platform: api() })
    const answer = toFetch(app)
    await answer(new Request("http://localhost/"))
    await app.stop()
  },
  listener: async () => {
    const app = await createApp(App, { platform: api() })
    createServer(toNode(app))
    await app.stop()
  },
  workers: () => serve(App, { platform: api(), port: 0, drainDelay: 0, workers: 1 }),
}
const serveAlone = () => serve(App, { platform: api(), port: 0, drainDelay: 0 })
await (ways[process.env["WAY"] ?? ""] ?? serveAlone)()
