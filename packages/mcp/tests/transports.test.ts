import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { web } from "trivet/web"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { compileCache } from "../../../scripts/suite/compile-cache.ts"
import { joinedSources } from "../../../scripts/suite/joined-sources.ts"
import { notesModule, runs, slowGone } from "./notes-module.ts"

const right = "Bearer right"
const eras = ["legacy", "auto"] as const
const { flags } = await joinedSources()

let api1: Served
let site: Served
beforeAll(async () => {
  const options = { port: 0, signals: false, log: createTestLog().log } as const
  api1 = await serve(notesModule(), { ...options, platform: api() })
  site = await serve(notesModule({ path: "/tools/mcp" }), { ...options, platform: web() })
})
afterAll(async () => {
  await api1.stop()
  await site.stop()
})
beforeEach(() => void runs.splice(0))

const transports: Record<string, (authorization?: string) => Transport> = {
  "HTTP, api()": (authorization) => overHttp(`${api1.url}/mcp`, authorization),
  "HTTP, web()": (authorization) => overHttp(`${site.url}/tools/mcp`, authorization),
  stdio: (authorization) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [...flags, `${import.meta.dirname}/cli.ts`, "mcp"],
      stderr: "ignore",
      env: { ...compileCache, ...(authorization !== undefined && { MCP_AUTHORIZATION: authorization }) },
    }),
}

function overHttp(url: string, authorization?: string): Transport {
  const headers = { ...(authorization !== undefined && { authorization }) }
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
}

async function withClient<T>(
  transport: Transport,
  era: (typeof eras)[number],
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

const cases = Object.keys(transports).flatMap((name) => eras.map((era) => [name, era] as const))

describe.each(cases)("over %s, protocol %s", (way, era) => {
  const connect = <T>(authorization: string | undefined, use: (client: Client) => Promise<T>) =>
    withClient(transports[way]!(authorization), era, use)

  it("lists the exposed routes and no others", async () => {
    const { tools } = await connect(undefined, (client) => client.listTools())
    expect(tools.map((tool) => tool.name)).toEqual([
      "notesIndex",
      "notesShow",
      "notesCreate",
      "notesRemove",
      "notesPicture",
      "notesSlow",
      "notesCrash",
      "notesWhoami",
    ])
    const [index, show, create, remove, , , crash] = tools
    expect(index).toMatchObject({
      description: "Lists the notes",
      inputSchema: {
        type: "object",
        properties: { query: { properties: { limit: { type: "integer", minimum: 1, maximum: 10 } } } },
        required: [],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    })
    expect(show).toMatchObject({
      description: "Shows a note\n\nIds are those of the list.",
      inputSchema: {
        properties: { params: { properties: { id: { type: "string" } }, required: ["id"] } },
        required: ["params"],
      },
    })
    expect(create).toMatchObject({
      inputSchema: {
        properties: { body: { properties: { text: { maxLength: 40 } } }, headers: {} },
        required: ["body"],
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    })
    expect(remove!.annotations).toMatchObject({ destructiveHint: true, idempotentHint: true })
    expect(crash!.annotations).toMatchObject({ destructiveHint: true, idempotentHint: true })
    expect(index!.annotations).not.toHaveProperty("destructiveHint")
  })

  it("calls routes with converted parameters, bodies and headers", async () => {
    await connect(right, async (client) => {
      const created = await client.callTool({
        name: "notesCreate",
        arguments: { body: { text: "Second" }, headers: { "x-team": 7 } },
      })
      expect(created).toMatchObject({
        content: [{ type: "text", text: expect.stringContaining('"text":"Second 7"') as string }],
        structuredContent: { text: "Second 7" },
      })
      const { id } = created.structuredContent as { id: string }
      const shown = await client.callTool({ name: "notesShow", arguments: { params: { id } } })
      expect(shown.structuredContent).toEqual({ id, text: "Second" })
      const first = await client.callTool({ name: "notesIndex", arguments: { query: { limit: 1 } } })
      expect(first.content).toEqual([{ type: "text", text: '[{"id":"1","text":"First"}]' }])
      expect(first.isError ?? false).toBe(false)
      const removed = await client.callTool({ name: "notesRemove", arguments: { params: { id } } })
      expect(removed.content).toEqual([{ type: "text", text: "Done (status 204, no content)" }])
      const picture = await client.callTool({ name: "notesPicture" })
      expect(picture.content).toMatchObject([
        { type: "resource", resource: { mimeType: "application/octet-stream", blob: "iVBORw==" } },
      ])
    })
  })

  it("returns errors as tool errors, without details of the inside", async () => {
    await connect(right, async (client) => {
      const textOf = async (name: string, given?: Record<string, unknown>) => {
        const { isError, content } = await client.callTool({ name, ...(given && { arguments: given }) })
        expect(isError).toBe(true)
        return (content[0] as { text: string }).text
      }
      expect(await textOf("notesShow", { params: { id: "9" } })).toBe('404: {"error":"No note 9"}')
      expect(await textOf("notesIndex", { query: { limit: 99 } })).toBe('400: {"error":"Invalid request"}')
      expect(await textOf("notesCreate", { body: {} })).toBe('400: {"error":"Invalid request"}')
      expect(await textOf("notesCrash")).toBe('500: {"error":"Internal Server Error"}')
      expect(await textOf("notesShow", {})).toContain("`params.id`")
      expect(await textOf("notesShow", { params: { id: ".." } })).toContain("`params.id`")
      expect(await textOf("notesShow", { params: { id: "1" }, path: "/x" })).toBe(
        "There is no argument `path`: the tool takes `params`",
      )
      expect(await textOf("notesCreate", { body: { text: "T" }, headers: { authorization: "x" } })).toBe(
        "There is no argument `headers.authorization`",
      )
      expect(await textOf("notesIndex", { query: "limit=1" })).toBe("The argument `query` must be an object")
      for (const unknown of ["notesPurge", "__proto__", ""])
        await expect(client.callTool({ name: unknown })).rejects.toThrow("There is no tool")
    })
  })

  it.runIf(era === "auto")("keeps no stream open for tools that never change", async () => {
    await connect(right, async (client) => {
      await expect(client.listen({ toolsListChanged: true })).rejects.toThrow("Subscription limit reached")
    })
  })

  it("runs no handler behind a guard without the right credentials", async () => {
    for (const authorization of [undefined, "Bearer wrong"]) {
      await connect(authorization, async (client) => {
        const calls = [
          { name: "notesCreate", arguments: { body: { text: "T" } } },
          { name: "notesRemove", arguments: { params: { id: "1" } } },
          { name: "notesCrash" },
        ]
        for (const call of calls) {
          const { isError, content } = await client.callTool(call)
          expect([isError, content]).toEqual([
            true,
            [{ type: "text", text: '401: {"error":"Missing token"}' }],
          ])
        }
      })
    }
  })
})

describe("over HTTP", () => {
  const call = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${api1.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    })
  const whoami = { method: "tools/call", params: { name: "notesWhoami", arguments: {} } }

  it("passes on credentials and the client's address, and nothing of its own request", async () => {
    const reply = await call(whoami, { cookie: "a=1", "x-forwarded-for": "9.9.9.9", "if-none-match": "*" })
    const text = await reply.text()
    const { result } = JSON.parse(text.replace(/^[^{]*/, "")) as { result: { structuredContent: object } }
    expect(result.structuredContent).toEqual({
      address: "127.0.0.1",
      cookie: "a=1",
      accept: "application/json, */*",
      type: "",
      runs: ["whoami"],
    })
  })

  it("rejects web pages that it does not know", async () => {
    for (const origin of ["http://evil.example", "null", api1.url]) {
      const reply = await call(whoami, { origin })
      expect([reply.status, await reply.json()]).toEqual([403, { error: "Origin not allowed" }])
    }
    expect(runs).toEqual([])
  })

  it("opens no stream that would never end", async () => {
    expect((await fetch(`${api1.url}/mcp`, { headers: { accept: "text/event-stream" } })).status).toBe(405)
  })

  it("tells the handler that the assistant has given up", async () => {
    await withClient(overHttp(`${api1.url}/mcp`), "auto", async (client) => {
      const stop = new AbortController()
      const called = client.callTool({ name: "notesSlow" }, { signal: stop.signal })
      await expect.poll(() => runs).toContain("slow")
      stop.abort()
      await expect(called).rejects.toThrow(/abort/i)
      await slowGone.promise
    })
  })
})
