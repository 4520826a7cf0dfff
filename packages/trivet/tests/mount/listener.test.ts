import { once } from "node:events"
import { type IncomingMessage, request, type RequestListener } from "node:http"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import express from "express"
import { fromNode } from "trivet/node"
import { createTestApp, type TestApp } from "trivet/testing"
import { describe, expect, it, vi } from "vitest"
import { serveAlone } from "./libraries.ts"
import { moduleWith } from "./mounted-app.ts"

const appFor = (listener: Parameters<typeof fromNode>[0]): Promise<TestApp> =>
  createTestApp(moduleWith(fromNode(listener)))

/** The reply of a listener, mounted and with Node alone: status, headers that it set, body. */
async function both(listener: RequestListener, method = "GET"): Promise<readonly unknown[]> {
  const app = await appFor(listener)
  const mounted = await app.request(method, "/m")
  const names = ["content-length", "content-type", "x-a", "etag", "trailer"]
  const alone = await serveAlone(listener)
  const call = request({ port: alone.port, host: "127.0.0.1", path: "/m", method, agent: false }).end()
  const [reply] = (await once(call, "response")) as [IncomingMessage]
  const body = await text(reply)
  await alone.stop()
  return [
    [mounted.status, names.map((name) => mounted.headers.get(name)), mounted.text()],
    [reply.statusCode, names.map((name) => reply.headers[name]), body],
  ]
}

const listeners: Readonly<Record<string, RequestListener>> = {
  "a text at once": (_, res) => res.end("text"),
  nothing: (_, res) => res.end(),
  "a status alone": (_, res) => {
    res.statusCode = 404
    res.end()
  },
  pieces: (_, res) => {
    res.write("a")
    res.write("")
    res.write("ü", "utf8")
    res.end("c")
  },
  "pieces of a known length": (_, res) => {
    res.writeHead(200, { "content-length": 3 })
    res.write("a")
    res.end("bc")
  },
  "a list of headers": (_, res) => res.writeHead(203, "Odd", ["X-A", "1", "X-A", "2"]).end("x"),
  "chunks that it asked for": (_, res) => {
    res.setHeader("Transfer-Encoding", "chunked")
    res.write("one")
    res.end("two")
  },
  "no content": (_, res) => res.writeHead(204, { "x-a": "1" }).end(),
  "not modified": (_, res) => res.writeHead(304, { etag: '"1"' }).end(),
  "a body with 204": (_, res) => {
    res.statusCode = 204
    res.end("must not be sent")
  },
  "a head first": (_, res) => {
    res.flushHeaders()
    setImmediate(() => res.end("later"))
  },
  "informational heads": (_, res) => {
    res.writeContinue()
    res.writeProcessing()
    res.writeEarlyHints({ link: "</a.css>; rel=preload" })
    res.end("then this")
  },
  "a header in Latin-1": (_, res) => {
    res.setHeader("x-a", "\xfc")
    res.end(Buffer.from("x"))
  },
}

describe("fromNode", () => {
  it.each(Object.entries(listeners))("replies with %s as Node's server does", async (_, listener) => {
    const [mounted, alone] = await both(listener)
    expect(mounted).toEqual(alone)
  })

  it.each(["a text at once", "pieces", "pieces of a known length", "a head first"])(
    "replies to HEAD with %s as Node's server does",
    async (name) => {
      const [mounted, alone] = await both(listeners[name]!, "HEAD")
      expect(mounted).toEqual(alone)
    },
  )

  it("gives a request what listeners look at", async () => {
    const seen: unknown[] = []
    const app = await appFor((req, res) => {
      const { method, url, httpVersion, headers, rawHeaders, headersDistinct } = req
      const { remoteAddress, encrypted } = req.socket as unknown as {
        remoteAddress: string
        encrypted: boolean
      }
      seen.push({ method, url, httpVersion, headers, rawHeaders, headersDistinct, remoteAddress, encrypted })
      seen.push(req.complete, res.headersSent)
      req.resume().on("end", () => {
        seen.push(req.complete)
        res.end("x")
        seen.push(res.headersSent, res.writableEnded)
      })
    })
    await app.request("POST", "/m/a?b=c", {
      headers: { "X-B": "1" },
      body: "x",
      secure: true,
      address: "192.0.2.1",
    })
    const headers = { host: "localhost", "x-b": "1", "transfer-encoding": "chunked" }
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/m/a?b=c",
        httpVersion: "1.1",
        headers,
        rawHeaders: ["x-b", "1", "host", "localhost", "transfer-encoding", "chunked"],
        headersDistinct: { host: ["localhost"], "x-b": ["1"], "transfer-encoding": ["chunked"] },
        remoteAddress: "192.0.2.1",
        encrypted: true,
      },
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it("tells request and response of their end, also where the body was not read", async () => {
    const events: string[] = []
    const app = await appFor((req, res) => {
      for (const name of ["end", "close", "aborted", "error"])
        req.on(name, () => events.push(`request ${name}`))
      for (const name of ["finish", "close", "error"]) res.on(name, () => events.push(`response ${name}`))
      res.end("x")
    })
    expect((await app.request("POST", "/m", { body: "not read" })).text()).toBe("x")
    await vi.waitFor(() => expect(events).toHaveLength(4))
    expect(events[0]).toBe("response finish")
    expect(events.toSorted()).toEqual(["request close", "request end", "response close", "response finish"])
  })

  it("says when more may be written, and lets a stream be piped after that", async () => {
    const large = Buffer.alloc(200_000, "a")
    const states: boolean[] = []
    const app = await appFor(async (_, res) => {
      states.push(res.write(large), res.writableNeedDrain)
      await once(res, "drain")
      states.push(res.writableNeedDrain)
      const source = new PassThrough()
      source.pipe(res)
      source.end("end")
    })
    const reply = await app.request("GET", "/m")
    expect(reply.bytes.length).toBe(200_003)
    expect(states).toEqual([false, true, false])
  })

  it("answers what a listener leaves to next() with 404, and an error with its status", async () => {
    const app = await appFor((req, _, next) => {
      if (req.url === "/m/none") return next()
      next(
        Object.assign(new Error("too large for me"), {
          status: Number(req.url!.slice(3)),
          expose: req.method === "PUT",
        }),
      )
    })
    const outcome = async (method: string, path: string) => {
      const reply = await app.request(method, path)
      return [reply.status, reply.json()]
    }
    expect(await outcome("GET", "/m/none")).toEqual([404, { error: "Not Found" }])
    expect(await outcome("GET", "/m/413")).toEqual([413, { error: "Payload Too Large" }])
    expect(await outcome("PUT", "/m/413")).toEqual([413, { error: "too large for me" }])
    expect(await outcome("GET", "/m/503")).toEqual([503, { error: "Service Unavailable" }])
    expect(await outcome("GET", "/m/777")).toEqual([500, { error: "Internal Server Error" }])
  })

  it("answers for Express what its routes do not, in the application's format", async () => {
    const legacy = express()
    legacy.use("/m", express.json({ limit: 10 }))
    legacy.post("/m", (_, res) => void res.json("reached"))
    legacy.get("/m/broken", () => {
      throw new Error("a secret")
    })
    const app = await appFor(legacy)
    const post = async (json: string) => {
      const headers = { "content-type": "application/json" }
      const reply = await app.request("POST", "/m", { headers, body: json })
      return [reply.status, reply.json()]
    }
    expect(await post("[1]")).toEqual([200, "reached"])
    expect((await post("["))[0]).toBe(400)
    expect(await post(JSON.stringify("more than ten"))).toEqual([413, { error: "request entity too large" }])
    expect((await app.request("GET", "/m/none")).json()).toEqual({ error: "Not Found" })
    const broken = await app.request("GET", "/m/broken")
    expect([broken.status, broken.text()]).toEqual([500, '{"error":"Internal Server Error"}'])
  })

  it.each<[string, Parameters<typeof fromNode>[0], string]>([
    [
      "throws",
      () => {
        throw new Error("thrown")
      },
      "thrown",
    ],
    [
      "throws what is no error",
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- what others do
        throw "text"
      },
      "a listener threw text",
    ],
    ["rejects", () => Promise.reject(new Error("rejected")), "rejected"],
    ["destroys its response with an error", (_, res) => res.destroy(new Error("destroyed")), "destroyed"],
    ["closes its connection", (req) => req.socket.destroy(), "LISTENER_CLOSED"],
    ["destroys its request", (req) => req.destroy(), "LISTENER_CLOSED"],
    ["switches protocols", (_, res) => res.writeHead(101).end(), "STATUS_INVALID"],
    ["uses a status that does not exist", (_, res) => res.writeHead(999).end(), "the status 999"],
  ])("answers with 500 where a listener %s, and logs it", async (_, listener, told) => {
    const app = await appFor(listener)
    const reply = await app.request("GET", "/m")
    expect([reply.status, reply.json()]).toEqual([500, { error: "Internal Server Error" }])
    expect(JSON.stringify(app.logs.at(-1))).toContain(told)
  })
})
