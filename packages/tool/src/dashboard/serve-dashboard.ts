import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { moduleGraph } from "../graph/module-graph.ts"
import type { Dashboard } from "./dashboard.ts"
import { createToken, drawingHeaders, markupHeaders, pageHeaders, statusForRequest } from "./guard-page.ts"
import { runSaved } from "./save/run-saved.ts"
import { isAsk, wishOf } from "./wish-of.ts"

/** The same folder for sources and build: `src` is part of the package. */
const folder = new URL("../../src/dashboard/page/", import.meta.url)
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "": ["index.html", "text/html; charset=utf-8"],
  "page.css": ["page.css", "text/css; charset=utf-8"],
  "icon.svg": ["icon.svg", "image/svg+xml"],
  "page.js": ["page.js", "text/javascript; charset=utf-8"],
  "elements.js": ["elements.js", "text/javascript; charset=utf-8"],
  "waterfall.js": ["waterfall.js", "text/javascript; charset=utf-8"],
}
/** The maximum size of a request of the page, in bytes. */
const bodyLimit = 1024 * 1024

/** The dashboard's server. */
export interface ServedDashboard {
  /** The address of the page, with its token. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the dashboard on a free port of this machine. Its path contains a token, without which requests are rejected.
 */
export async function serveDashboard(dashboard: Dashboard): Promise<ServedDashboard> {
  const token = createToken()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const closing = new AbortController()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", headers } = request
    const { pathname, searchParams } = new URL(`http://localhost${request.url ?? "/"}`)
    const status = statusForRequest({ method, path: pathname, headers }, { port, token })
    if (status !== undefined) return reply(response, status, "text/plain; charset=utf-8", "")
    const rest = pathname.slice(token.length + 2)
    if (method === "GET") return answerGet(response, rest, searchParams)
    if (method === "POST" && isAsk(rest)) {
      const asked = await readJson(request)
      const wish = asked && wishOf(rest, asked)
      if (wish === undefined) return reply(response, 400, "text/plain; charset=utf-8", "")
      return replyJson(response, await dashboard.ask(wish))
    }
    if (method === "POST" && rest === "run") {
      // Only saved files can be run: the page sends the id of the call, not a path.
      const file = dashboard.savedFile(String((await readJson(request))?.["id"]))
      if (file !== undefined) return replyJson(response, await runSaved(file, closing.signal))
    }
    return reply(response, 404, "text/plain; charset=utf-8", "")
  }

  const answerGet = async (
    response: ServerResponse,
    rest: string,
    search: URLSearchParams,
  ): Promise<void> => {
    const file = files[rest]
    if (file !== undefined) return reply(response, 200, file[1], readFileSync(new URL(file[0], folder)))
    if (rest === "events") return stream(response, dashboard)
    if (rest === "application") return replyJson(response, dashboard.application ?? {})
    const call = rest === "call" ? dashboard.findCall(search.get("id") ?? "") : undefined
    if (call !== undefined) return replyJson(response, call)
    if (rest === "markup") return replyMarkup(response, dashboard, search.get("id") ?? "")
    if (rest === "modules.svg" && dashboard.application !== undefined) {
      const [{ layOut }, { drawSvg }] = await Promise.all([
        import("../graph/lay-out.ts"),
        import("../graph/draw-svg.ts"),
      ])
      const svg = drawSvg(layOut(moduleGraph(dashboard.application.app)))
      response.writeHead(200, { ...drawingHeaders(svg), "Content-Type": "image/svg+xml" })
      response.end(svg)
      return
    }
    return reply(response, 404, "text/plain; charset=utf-8", "")
  }

  return {
    url: `http://127.0.0.1:${port}/${token}/`,
    close: async () => {
      closing.abort()
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}

/** The markup of a mail, for a frame. */
async function replyMarkup(response: ServerResponse, dashboard: Dashboard, id: string): Promise<void> {
  const answer = await dashboard.ask({ kind: "mails", wish: { what: "markup", id } })
  const [status, body] = "done" in answer ? [200, answer.done] : [404, ""]
  response.writeHead(status, { ...markupHeaders, "Content-Type": "text/html; charset=utf-8" })
  response.end(body)
}

function stream(response: ServerResponse, dashboard: Dashboard): void {
  response.writeHead(200, { ...pageHeaders, "Content-Type": "text/event-stream" })
  const stop = dashboard.listen((event) => response.write(`data: ${JSON.stringify(event)}\n\n`))
  response.on("close", stop)
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
  // A form of another site cannot send this type.
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) return undefined
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > bodyLimit) return undefined
    pieces.push(piece)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString())
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function replyJson(response: ServerResponse, value: unknown): void {
  reply(response, 200, "application/json; charset=utf-8", JSON.stringify(value))
}

function reply(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { ...pageHeaders, "Content-Type": type })
  response.end(body)
}
