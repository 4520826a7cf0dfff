import { createMcpHandler, INVALID_PARAMS, McpServer, ProtocolError } from "@modelcontextprotocol/server"
import { command, type Context, Describe, inject, mount, type Route } from "trivet"
import { api } from "trivet/api"
import { injectFetch } from "trivet/fetch"
import { AppLog } from "trivet/extend"
import { callTool, type ToolCaller } from "./call-tool.ts"
import { findTools } from "./find-tools.ts"
import type { McpOptions } from "./options.ts"
import type { RouteTool } from "./tool-of.ts"

/** One for all endpoints of an application, because requests can be served by one platform only. */
const platform = api()

/** Serves the tools, over HTTP and over standard input and output. */
export class McpController {
  readonly #describe = inject(Describe)
  readonly #log = inject(AppLog)
  readonly #fetch = injectFetch(platform)
  readonly #options: McpOptions
  readonly #warn = (error: Error) => this.#log.warn({ err: error }, "mcp: a request was rejected")
  #tools: ReadonlyMap<string, RouteTool> = new Map()
  #listed: readonly RouteTool["tool"][] = []
  #name = ""

  constructor(options: McpOptions) {
    this.#options = options
  }

  /** Created at start, so that an application that exposes missing routes fails to start. */
  onStart(): void {
    const app = this.#describe()
    this.#name = this.#options.name ?? app.modules.at(-1)!.name
    this.#tools = findTools(app, this.#options.expose)
    this.#listed = [...this.#tools.values()].map(({ tool }) => tool)
  }

  /** The endpoint and the command. */
  routes(): readonly Route[] {
    const { path = "/mcp", middlewares = [] } = this.#options
    const summary = "Tools for assistants (MCP)"
    const endpoint = mount(path, (request, info) => this.#answer(request, info), { summary, middlewares })
    const stdio = command(path.slice(1), this.stdio, { summary: `${summary} over standard input and output` })
    return [endpoint, stdio]
  }

  #answer(
    request: Request,
    { remoteAddr: { hostname } }: { readonly remoteAddr: { readonly hostname: string } },
  ): Response | Promise<Response> {
    const origin = request.headers.get("origin")
    // DNS rebinding: any page in a browser can reach a server on the same machine under its own host name.
    if (origin !== null && !(this.#options.origins ?? []).includes(origin))
      return Response.json({ error: "Origin not allowed" }, { status: 403 })
    const info = { requestIP: () => ({ address: hostname }) }
    const caller = {
      fetch: (inner: Request) => this.#fetch(inner, info),
      url: new URL(request.url).origin,
      headers: forwardedHeaders(request.headers),
    }
    // One handler per request, because tools are called with its headers. The tools never change, so there are no
    // subscriptions.
    const handler = createMcpHandler(() => this.#createServer(caller), {
      maxSubscriptions: 0,
      onerror: this.#warn,
    })
    return handler.fetch(request)
  }

  /** Serves one assistant until it closes standard input. */
  async stdio(ctx: Context): Promise<void> {
    const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio")
    const { MCP_AUTHORIZATION: authorization } = process.env
    const caller = {
      fetch: this.#fetch,
      url: "http://localhost",
      headers: authorization === undefined ? {} : { authorization },
    }
    const transport = new StdioServerTransport()
    const options = { transport, maxSubscriptions: 0, onerror: this.#warn }
    const served = serveStdio(() => this.#createServer(caller), options)
    const { promise, resolve } = Promise.withResolvers<void>()
    process.stdin.once("close", resolve)
    ctx.signal.addEventListener("abort", () => resolve())
    await promise
    await served.close()
  }

  #createServer(caller: Omit<ToolCaller, "signal">): McpServer {
    const { version = "0.0.0", instructions } = this.#options
    const served = new McpServer(
      { name: this.#name, version },
      { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
    )
    // Low-level handlers, because the tool methods of the SDK would validate arguments a second time.
    const { server } = served
    server.setRequestHandler("tools/list", () => ({ tools: [...this.#listed] }))
    server.setRequestHandler("tools/call", ({ params: { name, arguments: given = {} } }, { mcpReq }) => {
      const found = this.#tools.get(name)
      if (found === undefined) throw ProtocolError.fromError(INVALID_PARAMS, `There is no tool "${name}"`)
      return callTool(found, given, { ...caller, signal: mcpReq.signal })
    })
    return served
  }
}

/**
 * Headers that concern the assistant's request only: its body, connection, protocol, cache and proxies. The key of a tool's
 * effect is an argument: one of the connection would be that of each of its calls.
 */
const own =
  /^(?:accept|accept-encoding|connection|content-.*|expect|forwarded|host|idempotency-key|if-.*|keep-alive|mcp-.*|range|te|transfer-encoding|upgrade|x-forwarded-.*)$/

/** The headers with which a tool calls its route: those of the assistant, without those that concern its own request. */
function forwardedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !own.test(name)))
}
