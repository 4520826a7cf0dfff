import { setTimeout as sleep } from "node:timers/promises"
import { createApp, createJsonLog, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { workModule } from "./work.ts"

// Runs the jobs of `work.ts`, and answers a request that takes 3 s. It prints its address.
class Slow {
  routes() {
    return routes([get("/slow", this.slow)])
  }
  async slow() {
    process.stdout.write("asked\n")
    await sleep(3_000)
    return {}
  }
}

const log = createJsonLog({ write: (line) => void process.stdout.write(`${line}\n`) })
const root = module({
  name: "serving",
  imports: [workModule({ url: process.env["WORK_URL"]! })],
  declarations: [Slow],
})
const { url } = await serve(await createApp(root, { platform: api(), log }), { port: 0, host: "127.0.0.1" })
process.stdout.write(`${url}\nready\n`)
