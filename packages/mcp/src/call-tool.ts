import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server"
import { type ClientReply, createClient } from "trivet/client"
import type { RouteTool } from "./tool-of.ts"

/** The request data that a tool needs to call its route. */
export interface ToolCaller {
  /** Answers a request in process. */
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** The address of the application, from the assistant's request. */
  readonly url: string
  /** The headers of the assistant's request, above all its credentials. */
  readonly headers: Readonly<Record<string, string>>
  /** Aborted if the assistant cancels the call. */
  readonly signal: AbortSignal
}

/** Calls the route of a tool. Every failure is a tool error, which the assistant can read and react to. */
export async function callTool(
  { tool, record, headers: allowed }: RouteTool,
  given: Readonly<Record<string, unknown>>,
  { fetch, url, headers, signal }: ToolCaller,
): Promise<CallToolResult> {
  const wrong = wrongArgument(tool.inputSchema.properties ?? {}, allowed, given)
  if (wrong !== undefined) return failed(wrong)
  const contract = { call: { method: record.method!, path: record.path } }
  try {
    const { call } = createClient(contract, { url, fetch, headers, retry: 0 })
    return resultOf(await call({ ...given, signal }), url + record.path)
  } catch (error) {
    return failed((error as Error).message)
  }
}

/** Only names are checked here: the route validates its own input and reports errors. */
function wrongArgument(
  parts: object,
  headers: ReadonlySet<string>,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(parts, name)) return `There is no argument \`${name}\`: ${knownNames(parts)}`
    if (name === "body") continue
    if (typeof value !== "object" || value === null) return `The argument \`${name}\` must be an object`
    const other =
      name === "headers" && Object.keys(value).find((header) => !headers.has(header.toLowerCase()))
    if (typeof other === "string") return `There is no argument \`headers.${other}\``
  }
  return undefined
}

function knownNames(parts: object): string {
  const names = Object.keys(parts).map((name) => `\`${name}\``)
  return names.length === 0 ? "the tool takes none" : `the tool takes ${names.join(", ")}`
}

function resultOf({ ok, status, body, headers }: ClientReply, uri: string): CallToolResult {
  if (!ok) return failed(`${status}: ${typeof body === "string" ? body : JSON.stringify(body)}`)
  const content = contentOf(body, status, headers.get("content-type") ?? "application/octet-stream", uri)
  const isObject =
    content.type === "text" && typeof body === "object" && body !== null && !Array.isArray(body)
  return { content: [content], ...(isObject && { structuredContent: body }) }
}

function contentOf(body: unknown, status: number, mimeType: string, uri: string): ContentBlock {
  if (body === null) return { type: "text", text: `Done (status ${status}, no content)` }
  if (body instanceof Uint8Array) {
    const blob = body.toBase64()
    return { type: "resource", resource: { uri, mimeType, blob } }
  }
  return { type: "text", text: typeof body === "string" ? body : JSON.stringify(body) }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true }
}
