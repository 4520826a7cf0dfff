import { createHash } from "node:crypto"
import cluster from "node:cluster"
import { createApp, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// `node work-server.ts 2` serves in two workers, without a number in one process; it prints its port.
const workers = process.argv[2] === undefined ? {} : { workers: Number(process.argv[2]) }

/** A fixed amount of work, about 5 ms: by the clock it would be less whenever something else has the core. */
class Work {
  routes() {
    return routes([get("/work", this.work)])
  }
  work() {
    let text = "start"
    for (let round = 0; round < 2_500; round++) text = createHash("sha256").update(text).digest("hex")
    return { text }
  }
}

const app = await createApp(module({ name: "work", declarations: [Work] }), { platform: api() })
const { port } = await serve(app, { port: 0, host: "127.0.0.1", overload: false, ...workers })
if (cluster.isPrimary) console.log(JSON.stringify({ port }))
