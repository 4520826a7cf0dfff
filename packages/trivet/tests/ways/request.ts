// Prints the files that a request runs through, as JSON.
import { Agent, request } from "node:http"
import { type Context, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { filesOnTheWay } from "./files-on-the-way.ts"

class Hello {
  routes() {
    return routes([get("/hello/:name", this.show)])
  }
  show(ctx: Context<"/hello/:name">) {
    return { hello: ctx.param("name") }
  }
}

const app = module({ name: "hello", declarations: [Hello] })
const served = await serve(app, { platform: api(), port: 0, host: "127.0.0.1", overload: false })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(): Promise<void> {
  return new Promise((done, fail) => {
    request(`${served.url}/hello/ada`, { agent }, (reply) => reply.resume().once("end", done))
      .once("error", fail)
      .end()
  })
}

// The first thousand requests are also checked for a proxy.
console.error(JSON.stringify(await filesOnTheWay(ask, 1_010)))
process.exit()
