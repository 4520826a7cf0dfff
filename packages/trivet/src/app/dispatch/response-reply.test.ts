import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { Response as OtherResponse } from "@whatwg-node/node-fetch"
import { describe, expect, it, onTestFinished } from "vitest"
import { get, module } from "../../index.ts"
import { createTestApp } from "../../testing.ts"

/** What an application replies that returns a response. */
async function replyOf(make: () => Response | Promise<Response>) {
  class Passing {
    routes() {
      return [get("/", () => make())]
    }
  }
  return (await createTestApp(module({ name: "test", declarations: [Passing] }))).request("GET", "/")
}

describe("responseReply", () => {
  it("passes on status, headers and body, but nothing of the connection", async () => {
    const headers = {
      "x-a": "1",
      connection: "close",
      "transfer-encoding": "chunked",
      upgrade: "h2c",
      te: "gzip",
    }
    const reply = await replyOf(() => new Response("text", { status: 202, headers }))
    expect([reply.status, reply.text(), reply.headers.get("x-a")]).toEqual([202, "text", "1"])
    for (const name of ["connection", "transfer-encoding", "upgrade", "te"])
      expect(reply.headers.get(name), name).toBeUndefined()
  })

  it("says nothing of an encoding that fetch() has taken off", async () => {
    const server = createServer((_, response) => {
      const body = gzipSync("text")
      response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body)
    }).listen(0, "127.0.0.1")
    onTestFinished(() => void server.close())
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const reply = await replyOf(() => fetch(`http://127.0.0.1:${port}/`))
    expect(reply.text()).toBe("text")
    expect([reply.headers.get("content-encoding"), reply.headers.get("content-length")]).toEqual([
      undefined,
      undefined,
    ])
  })

  it("rejects a response that is none, or that was read", async () => {
    expect((await replyOf(() => Response.error())).status).toBe(500)
    const read = new Response("text")
    await read.text()
    expect((await replyOf(() => read)).status).toBe(500)
  })

  it("passes on a response of another class, as GraphQL Yoga makes them", async () => {
    const body = JSON.stringify({ data: { hello: "ada" } })
    const headers = { "content-type": "application/graphql-response+json", "x-a": "1" }
    const other = new OtherResponse(body, { status: 202, headers }) as unknown as Response
    expect(other).not.toBeInstanceOf(Response)
    const reply = await replyOf(() => other)
    expect([reply.status, reply.text(), reply.headers.get("content-type"), reply.headers.get("x-a")]).toEqual(
      [202, body, "application/graphql-response+json", "1"],
    )
  })
})
