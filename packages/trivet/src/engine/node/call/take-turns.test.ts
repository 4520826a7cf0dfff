import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApp } from "../../create-app.ts"
import type { Context } from "../../../context/context.ts"
import { get, post, routes } from "../../../module/routes/make-route.ts"
import { module } from "../../../module/module.ts"
import { api } from "../../../platform/api/api.ts"
import { createTestLog } from "../../../testing/test-log.ts"
import { serve } from "../serve.ts"
import type { Served } from "../served.ts"

let served: Served
let hidden = 0

class Calls {
  routes() {
    return routes([
      get("/later", () => new Promise<string>((go) => setTimeout(go, 50, "later"))),
      get("/large", () => "x".repeat(20e6)),
      get("/hidden", () => `hidden ${++hidden}`),
      post("/length", async (ctx: Context) => (await ctx.request().body()).length),
    ])
  }
}

beforeAll(async () => {
  const root = module({ name: "calls", declarations: [Calls] })
  const app = await createApp(root, { platform: api(), log: createTestLog().log })
  served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0, overload: false })
})
afterAll(() => served.stop())

const head = (start: string, ...headers: string[]) =>
  [`${start} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n")
const upgrade = ["Connection: Upgrade", "Upgrade: x"]

/** Sends packets apart from each other; gives the first lines of all replies once the server has closed. */
async function exchange(...packets: readonly string[]): Promise<string[]> {
  const socket: Socket = connect(served.port, "127.0.0.1")
  const chunks: Buffer[] = []
  socket.pause().on("data", (chunk: Buffer) => chunks.push(chunk))
  for (const packet of packets) {
    socket.write(packet)
    await new Promise((go) => setTimeout(go, 100))
  }
  socket.resume()
  await new Promise((closed) => socket.on("close", closed))
  const text = Buffer.concat(chunks).toString("latin1")
  return text.match(/HTTP\/1\.1 \d+|Connection: \S+|later|hidden \d|\r\n\d$/g)!.map((line) => line.trim())
}

describe("a call that asks for another protocol", () => {
  const last = ["HTTP/1.1 200", "Connection: close"]

  it("is answered, and no call behind it is: in the same packet or in the next", async () => {
    const calls = head("GET /later", ...upgrade) + head("GET /hidden")
    expect(await exchange(calls, head("GET /hidden"))).toEqual([...last, "later"])
    expect(hidden).toBe(0)
  })

  it("is the last also where its reply is not read yet when the next call comes", async () => {
    expect(await exchange(head("GET /large", ...upgrade), head("GET /hidden"))).toEqual(last)
    expect(hidden).toBe(0)
  })

  it("leaves calls before it their replies, and has its own body read", async () => {
    const body = `${head("POST /length", ...upgrade, "Content-Length: 2")}{}`
    expect(await exchange(head("GET /later") + body)).toEqual([
      "HTTP/1.1 200",
      "Connection: keep-alive",
      "later",
      ...last,
      "2",
    ])
  })
})
