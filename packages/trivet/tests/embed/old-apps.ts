import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import express, {
  type NextFunction,
  type Request as ExpressRequest,
  type Response as ExpressResponse,
} from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import type { App } from "trivet"
import { toFetch } from "trivet/fetch"
import { toNode } from "trivet/node"

/** An application that exists, with a new one inside it. Its own routes are `/old`, `POST /old/echo` and `POST /new`. */
export interface OldApp {
  readonly name: string
  start(app: App): Promise<Started>
}

/** One that listens. */
export interface Started {
  readonly port: number
  /** What reached the old application's own error handler. */
  readonly errors: readonly unknown[]
  stop(): Promise<void>
}

export const oldApps: readonly OldApp[] = [
  { name: "Express", start: startExpress },
  { name: "Fastify", start: startFastify },
  { name: "Hono", start: startHono },
  { name: "a route handler", start: startRouteHandler },
]

function startExpress(app: App): Promise<Started> {
  const errors: unknown[] = []
  const old = express()
  old.use(toNode(app))
  old.use(express.json())
  old.get("/old", (_req, res) => void res.send("old"))
  old.post("/old/echo", (req, res) => void res.json(req.body))
  old.post("/new", (_req, res) => void res.send("old"))
  old.use((_req, res) => void res.status(404).send("old: not found"))
  old.use((error: unknown, _req: ExpressRequest, res: ExpressResponse, _next: NextFunction) => {
    errors.push(error)
    res.status(500).send("old: error")
  })
  return listen(old, errors)
}

async function startFastify(app: App): Promise<Started> {
  const errors: unknown[] = []
  const answer = toNode(app)
  const old = Fastify()
  old.addHook("onRequest", (request, reply, done) => answer(request.raw, reply.raw, done))
  old.get("/old", () => "old")
  old.post("/old/echo", (request) => request.body)
  old.post("/new", () => "old")
  old.setNotFoundHandler((_request, reply) => reply.status(404).send("old: not found"))
  old.setErrorHandler((error, _request, reply) => {
    errors.push(error)
    return reply.status(500).send("old: error")
  })
  await old.listen({ port: 0, host: "127.0.0.1" })
  return {
    port: (old.server.address() as AddressInfo).port,
    errors,
    stop: async () => {
      old.server.closeAllConnections()
      await old.close()
    },
  }
}

function startHono(app: App): Promise<Started> {
  const errors: unknown[] = []
  const handle = toFetch(app)
  const old = new Hono()
  old.get("/old", (c) => c.text("old"))
  old.post("/old/echo", async (c) => c.json(await c.req.json()))
  old.post("/new", (c) => c.text("old"))
  old.notFound((c) => handle(c.req.raw))
  old.onError((error, c) => {
    errors.push(error)
    return c.text("old: error", 500)
  })
  return listen(getRequestListener(old.fetch), errors)
}

/**
 * Calls exported functions as Next.js calls those of `app/[...path]/route.ts`, and decides between files by the path
 * alone. It is not Next.js.
 */
function startRouteHandler(app: App): Promise<Started> {
  const handle = toFetch(app)
  const handler = (request: Request) => handle(request)
  const catchAll = { GET: handler, HEAD: handler, POST: handler, PUT: handler, OPTIONS: handler }
  const files: Readonly<Record<string, Partial<RouteFile>>> = {
    "/old": { GET: () => new Response("old") },
    "/old/echo": { POST: async (request) => Response.json(await request.json()) },
  }
  const route = (request: Request): Response | Promise<Response> => {
    const { pathname } = new URL(request.url)
    const file: Partial<RouteFile> = files[pathname] ?? catchAll
    const method = file[request.method as keyof RouteFile]
    const params = Promise.resolve({ path: pathname.slice(1).split("/") })
    return method?.(request, { params }) ?? new Response(null, { status: 405 })
  }
  return listen(getRequestListener(route), [])
}

type RouteHandler = (
  request: Request,
  context: { params: Promise<{ path: string[] }> },
) => Response | Promise<Response>
type RouteFile = Record<"GET" | "HEAD" | "POST" | "PUT" | "OPTIONS", RouteHandler>

/** Serves a listener on a port that the system chooses. */
export function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  errors: readonly unknown[] = [],
): Promise<Started> {
  const server = createServer((request, response) => void listener(request, response))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return new Promise((give) =>
    server.listen(0, "127.0.0.1", () => give({ port: (server.address() as AddressInfo).port, errors, stop })),
  )
}
