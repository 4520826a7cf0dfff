import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import type { MountedHandler } from "trivet/extend"
import { fromNode } from "trivet/node"
import { byFetch, overHttp, type Way } from "./answer.ts"

/** A library whose handler is mounted, and also served alone. */
export interface Library {
  readonly handler: MountedHandler
  /** The same handler without Trivet. */
  alone(): Promise<Way>
}

const cookies = ["a=1; Path=/", "b=2; Path=/; HttpOnly"]

/** What each handler replies with: what it received. */
function received(method: string, path: string, mark: string | undefined, body: string): string {
  return JSON.stringify({ method, path, mark, body })
}

/** The same small application in each library: it echoes at `/m/echo/*`, and redirects from `/m`. */
export async function createLibraries(): Promise<Readonly<Record<string, Library>>> {
  const hono = createHono()
  const fast = createFastify()
  await fast.ready()
  const ex = createExpress()
  return {
    Hono: {
      handler: hono,
      alone: async () =>
        byFetch(
          (request) => hono.fetch(request),
          async () => undefined,
        ),
    },
    "Express 5": { handler: fromNode(ex), alone: () => serveAlone(ex) },
    "Fastify 5": {
      handler: fromNode((req, res) => fast.routing(req, res)),
      alone: () => serveAlone((req, res) => fast.routing(req, res)),
    },
    "a Node listener": { handler: fromNode(plain), alone: () => serveAlone(plain) },
  }
}

/** Serves a listener with Node alone. */
export async function serveAlone(listener: RequestListener): Promise<Way & { readonly port: number }> {
  const server = createServer(listener)
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go))
  return overHttp((server.address() as AddressInfo).port, async () => {
    server.closeAllConnections()
    server.close()
  })
}

function createHono(): Hono {
  const hono = new Hono().basePath("/m")
  hono.get("/", (c) => c.redirect("/m/echo/here"))
  hono.all("/echo/*", async (c) => {
    for (const cookie of cookies) c.header("set-cookie", cookie, { append: true })
    c.header("x-reply", "yes")
    c.header("content-type", "application/json")
    const { pathname, search } = new URL(c.req.url)
    return c.body(received(c.req.method, pathname + search, c.req.header("x-mark"), await c.req.text()), 201)
  })
  return hono
}

function createExpress(): express.Express {
  const app = express()
  app.disable("x-powered-by")
  const router = express.Router()
  router.use(express.text({ type: "*/*" }))
  router.get("/", (_, res) => res.redirect("/m/echo/here"))
  router.all("/echo/*path", (req, res) => {
    res.append("set-cookie", cookies)
    const body = typeof req.body === "string" ? req.body : ""
    res.set("x-reply", "yes").status(201).type("json")
    res.send(received(req.method, req.originalUrl, req.get("x-mark"), body))
  })
  app.use("/m", router)
  return app
}

function createFastify() {
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body))
  app.get("/m", (_, reply) => reply.redirect("/m/echo/here"))
  app.all("/m/echo/*", (request, reply) => {
    const body = typeof request.body === "string" ? request.body : ""
    const mark = request.headers["x-mark"] as string | undefined
    return reply
      .code(201)
      .header("set-cookie", cookies)
      .header("x-reply", "yes")
      .type("application/json")
      .send(received(request.method, request.originalUrl, mark, body))
  })
  return app
}

const plain: RequestListener = (req, res) => {
  if (req.url === "/m") {
    res.writeHead(302, { location: "/m/echo/here" }).end()
    return
  }
  const chunks: Buffer[] = []
  req.on("data", (chunk: Buffer) => chunks.push(chunk))
  req.on("end", () => {
    res.writeHead(201, [
      ...cookies.flatMap((cookie) => ["Set-Cookie", cookie]),
      "X-Reply",
      "yes",
      "Content-Type",
      "application/json",
    ])
    const mark = req.headers["x-mark"] as string | undefined
    res.end(received(req.method!, req.url!, mark, Buffer.concat(chunks).toString()))
  })
}
