// Runs in a thread of its own, which answers also when the application's thread does not. It must import nothing of the
// framework.
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { parentPort, workerData } from "node:worker_threads"
import type { Answer, Ask, FromThread, ThreadPlace, ToThread } from "./ask.ts"
import { rejectionOf } from "./guard-request.ts"
import { hotFunctions } from "./hot-functions.ts"
import { profileMain, stackOfMain, writeHeapOfMain } from "./inspect-main.ts"

/** How long the application may take for an answer, in milliseconds, besides the time that it was asked to watch. */
const patience = 2_000
/** How long the application's thread may take to stop for a look at its stack, in milliseconds. */
const pausing = 5_000
const mostSeconds = { "/calls": 30, "/log-level": 3_600, "/cpu-profile": 60 }
const mostConnections = 64

const main = parentPort!
const place = workerData as ThreadPlace
const waiting = new Map<number, (answer: Answer) => void>()
let asked = 0
let isInspecting = false

function tell(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is of windows
  main.postMessage(message)
}

main.on("message", ({ id, answer }: ToThread) => {
  waiting.get(id)?.(answer)
  waiting.delete(id)
})

/** Asks the application's thread. `undefined` if it does not answer in time. */
function ask(what: Ask["what"], more: Partial<Ask> = {}): Promise<Answer | undefined> {
  const id = ++asked
  const { seconds = 0 } = more
  const late = patience + (what === "calls" ? seconds * 1_000 : 0)
  return new Promise((done) => {
    const timer = setTimeout(() => {
      waiting.delete(id)
      done(undefined)
    }, late)
    waiting.set(id, (answer) => {
      clearTimeout(timer)
      done(answer)
    })
    tell({ ask: { text: "", ...more, id, what, seconds } })
  })
}

type Handler = (response: ServerResponse, query: URLSearchParams) => Promise<void>

const routes: Readonly<Record<string, Handler>> = {
  "GET /": async (response) =>
    reply(
      response,
      200,
      "text",
      Object.keys(routes)
        .map((route) => `${route}\n`)
        .join(""),
    ),
  "GET /health/live": (response) => replyFrom(response, ask("live")),
  "GET /health/ready": (response) => replyFrom(response, ask("ready")),
  "GET /metrics": (response) => replyFrom(response, ask("metrics")),
  "GET /calls": (response, query) => {
    const seconds = secondsOf(query, "/calls", 0)
    if (seconds === undefined) return badSeconds(response, "/calls")
    return replyFrom(response, ask("calls", { seconds }))
  },
  "POST /log-level": (response, query) => {
    const seconds = secondsOf(query, "/log-level", 300)
    if (seconds === undefined) return badSeconds(response, "/log-level")
    return replyFrom(response, ask("level", { seconds, text: query.get("level") ?? "" }))
  },
  "POST /cpu-profile": async (response, query) => {
    const seconds = secondsOf(query, "/cpu-profile", 10)
    if (seconds === undefined) return badSeconds(response, "/cpu-profile")
    await alone(response, async () => {
      void ask("note", { text: `the management port takes a profile of ${seconds} s` })
      const profile = await profileMain(seconds)
      const most = query.get("top")
      if (most !== null) return reply(response, 200, "text", hotFunctions(profile, Number(most) || 10))
      download(response, "cpuprofile")
      response.end(JSON.stringify(profile))
    })
  },
  "POST /heap-snapshot": (response) =>
    alone(response, async () => {
      // Asked first, because the application pauses then.
      await ask("note", { text: "the management port takes a snapshot of the heap" })
      download(response, "heapsnapshot")
      await writeHeapOfMain((piece) => response.write(piece))
      response.end()
    }),
}

const server = createServer(
  {
    headersTimeout: 2_000,
    requestTimeout: 2_000,
    // Node enforces these times only when it looks.
    connectionsCheckingInterval: 500,
    keepAliveTimeout: 20_000,
    maxHeaderSize: 8_192,
  },
  (request, response) => void answerRequest(request, response),
)
server.maxConnections = mostConnections

async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2)
  const rejection = rejectionOf(request, path, place.host)
  // Nothing here takes a body, so none is read.
  request.on("error", () => undefined)
  if (request.headers["content-length"] !== undefined && request.headers["content-length"] !== "0")
    response.setHeader("Connection", "close")
  if (rejection !== undefined) return replyJson(response, 403, { error: rejection })
  const route = routes[`${request.method} ${path}`]
  if (route === undefined) return replyJson(response, 404, { error: "GET / lists what there is" })
  try {
    await route(response, new URLSearchParams(query))
  } catch (error) {
    if (response.headersSent) response.destroy()
    else replyJson(response, 500, { error: String(error) })
  }
}

/** Sends what the application answers, or where it is instead. */
async function replyFrom(response: ServerResponse, answering: Promise<Answer | undefined>): Promise<void> {
  const given = await answering
  if (given !== undefined) return reply(response, given.status, given.type, given.body)
  const stack = await stackOfMain(pausing)
  replyJson(response, 503, { status: "not responding", milliseconds: patience, stack })
}

/** One at a time: each slows the application down. */
async function alone(response: ServerResponse, work: () => Promise<void>): Promise<void> {
  if (isInspecting) return replyJson(response, 409, { error: "another profile or snapshot is being taken" })
  isInspecting = true
  try {
    await work()
  } finally {
    isInspecting = false
  }
}

function secondsOf(
  query: URLSearchParams,
  path: keyof typeof mostSeconds,
  otherwise: number,
): number | undefined {
  const text = query.get("seconds")
  if (text === null) return otherwise
  return /^\d{1,4}$/.test(text) && Number(text) <= mostSeconds[path] ? Number(text) : undefined
}

async function badSeconds(response: ServerResponse, path: keyof typeof mostSeconds): Promise<void> {
  replyJson(response, 400, { error: `seconds must be a whole number up to ${mostSeconds[path]}` })
}

function download(response: ServerResponse, extension: string): void {
  const name = `${process.pid}-${new Date().toISOString().replaceAll(/\W/g, "-")}.${extension}`
  response.writeHead(200, {
    ...headers,
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${name}"`,
  })
}

const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" }
const types = {
  json: "application/json; charset=utf-8",
  text: "text/plain; version=0.0.4; charset=utf-8",
}

function replyJson(response: ServerResponse, status: number, value: object): void {
  reply(response, status, "json", JSON.stringify(value))
}

function reply(response: ServerResponse, status: number, type: Answer["type"], body: string): void {
  // The next request of a client may then reach another worker.
  const connection = place.shared ? { Connection: "close" } : {}
  response.writeHead(status, { ...headers, ...connection, "Content-Type": types[type] })
  response.end(body)
}

server.listen({ port: place.port, host: place.host, reusePort: place.shared })
try {
  await once(server, "listening")
  const { address, port, family } = server.address() as AddressInfo
  const host = family === "IPv6" ? `[${address}]` : address
  tell({ listening: `http://${host}:${port}` })
} catch (error) {
  const { code = "", message } = error as NodeJS.ErrnoException
  tell({ failed: { code, message } })
}
