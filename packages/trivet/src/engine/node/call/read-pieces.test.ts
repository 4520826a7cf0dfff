import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApp } from "../../create-app.ts"
import type { BodyReader } from "../../../context/body/body-reader.ts"
import type { Context } from "../../../context/context.ts"
import { PublicError } from "../../../fault/public-error.ts"
import { post } from "../../../module/routes/make-route.ts"
import { module } from "../../../module/module.ts"
import { web } from "../../../platform/web/web.ts"
import { dto } from "../../../schema/dto/dto.ts"
import { createTestLog } from "../../../testing/test-log.ts"
import { serve } from "../serve.ts"

let ended: string[] = []

/** Reads a body in pieces, up to where the call's path says. */
const reader: BodyReader = {
  type: "application/octet-stream",
  read: async (ctx, incoming) => {
    let length = 0
    try {
      for await (const piece of incoming.stream()) {
        length += piece.length
        if (ctx.path === "/leave" && length > 100_000) break
        if (ctx.path === "/refuse" && length > 100_000) throw new PublicError(409, "Enough")
      }
    } catch (error) {
      ended.push((error as { code?: string }).code ?? "refused")
      // Long enough for the system's buffers and the stream's to be full.
      await new Promise((go) => setTimeout(go, 50))
      throw error
    }
    return { length: [String(length)] }
  },
}

class Pieces {
  routes() {
    return ["/all", "/leave", "/refuse"].map((path) =>
      post(path, (ctx: Context) => ctx.bind(dto({ length: "integer" }))),
    )
  }
}

let served: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  const app = await createApp(module({ name: "pieces", declarations: [Pieces] }), {
    platform: web({ bodies: [reader] }),
    log: createTestLog().log,
  })
  served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
})
afterAll(() => served.stop())

/** Sends as much of a body as the server takes, and gives the first line that comes back and how much was sent. */
async function pour(
  path: string,
  length: number,
): Promise<{ readonly line: string; readonly sent: number; readonly text: string }> {
  const socket = connect(served.port, "127.0.0.1")
  let text = ""
  socket.setEncoding("utf8").on("data", (piece: string) => (text += piece))
  socket.on("error", () => undefined)
  const closed = new Promise((go) => socket.once("close", go))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nConnection: close\r\n`)
  socket.write(`Content-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`)
  const piece = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < length && !socket.closed; sent += piece.length)
    if (!socket.write(piece.subarray(0, length - sent))) await Promise.race([drained(socket), closed])
  await closed
  return { line: text.split("\r\n", 1)[0]!, sent: socket.bytesWritten, text }
}

function drained(socket: Socket): Promise<unknown> {
  return new Promise((go) => socket.once("drain", go))
}

describe("a body in pieces", () => {
  it("comes to its end", async () => {
    expect((await pour("/all", 3_000_000)).text).toContain('{"length":3000000}')
    expect((await pour("/all", 0)).text).toContain('{"length":0}')
  })

  it.each([
    ["/leave", "HTTP/1.1 200 OK"],
    ["/refuse", "HTTP/1.1 409 Conflict"],
  ])("that nobody reads on is answered and not taken further: %s", async (path, line) => {
    const reply = await pour(path, 500_000_000)
    expect(reply.line).toBe(line)
    // What the system buffers on both sides is more than what is read.
    expect(reply.sent).toBeLessThan(50_000_000)
  })

  it("is a fault where the client goes away", async () => {
    ended = []
    const socket = connect(served.port, "127.0.0.1")
    socket.write(
      "POST /all HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: 9\r\n\r\nx",
    )
    await new Promise((go) => setTimeout(go, 50))
    socket.destroy()
    await expect.poll(() => ended).toEqual(["BODY_INCOMPLETE"])
  })
})
