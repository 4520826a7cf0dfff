import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { judgeUpload, type Upload } from "./slow-uploads.ts"

// A real upload whose client stands still; only the time of each look is given.

let server: Server
let client: Socket
let response: ServerResponse
beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  client = connect((server.address() as AddressInfo).port, "127.0.0.1")
  client.on("error", () => undefined)
  client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\nx")
  ;[, response] = (await once(server, "request")) as [unknown, ServerResponse]
})
afterEach(() => {
  client.destroy()
  server.closeAllConnections()
  server.close()
})

const look = (now: number, before?: Upload) => judgeUpload(response.req.socket, response, before, now)

describe("judgeUpload", () => {
  it("finds a body slow that brings less than 600 bytes in 8.5 s, where somebody reads it", async () => {
    expect(look(0)).toBeUndefined()
    response.req.on("data", () => undefined)
    await once(response.req, "data")
    const begun = look(1_000) as Upload
    expect(begun).toMatchObject({ response, at: 1_000 })
    expect(look(9_500, begun)).toBe(begun)
    expect(look(9_501, begun)).toBe("slow")
    client.write("x".repeat(599))
    await once(response.req, "data")
    expect(look(9_501, begun)).toBe("slow")
    client.write("x")
    await once(response.req, "data")
    expect(look(9_501, begun)).toMatchObject({ at: 9_501 })
  })

  it("judges nobody whose body is complete, or whose reply is over", async () => {
    response.req.on("data", () => undefined)
    await once(response.req, "data")
    const begun = look(0) as Upload
    client.write("x".repeat(4_999))
    await once(response.req, "end")
    expect(look(99_000, begun)).toBeUndefined()
  })
})
