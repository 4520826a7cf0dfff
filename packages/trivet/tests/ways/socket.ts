// Prints the files that a message of a socket runs through, as JSON.
import { dto, module, routes, socket, type SocketContext } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { filesOnTheWay } from "./files-on-the-way.ts"

const Text = dto({ text: "required" })
const Echo = { path: "/echo", accepts: { message: Text }, sends: Text } as const

class EchoController {
  routes() {
    return routes([socket(Echo.path, this.open, Echo)])
  }
  async open(ctx: SocketContext<typeof Echo>) {
    for await (const message of ctx.messages) ctx.send(message)
  }
}

const app = module({ name: "echo", declarations: [EchoController] })
const served = await serve(app, { platform: api(), port: 0, host: "127.0.0.1", overload: false })
const client = new WebSocket(`${served.url.replace("http", "ws")}/echo`)
await new Promise((open) => client.addEventListener("open", open, { once: true }))

function ask(): Promise<unknown> {
  client.send(`{"text":"hello"}`)
  return new Promise((answer) => client.addEventListener("message", answer, { once: true }))
}

console.error(JSON.stringify(await filesOnTheWay(ask)))
process.exit()
