import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { describeOpenApi } from "../../../openapi/src/index.ts"
import { api, type ErrorDetails, type ErrorFormat, problem } from "../../src/api.ts"
import { toFetch } from "../../src/fetch.ts"
import { type App, createApp, Describe } from "../../src/index.ts"
import { serve } from "../../src/node.ts"
import { createTestLog } from "../../src/testing.ts"
import { RawSocket } from "../attacks/raw-socket.ts"
import { valuesOf } from "../attacks/raw-reply.ts"
import { type ErrorKind, kinds, rejectedHeads } from "./kinds.ts"
import { release, ShopModule } from "./shop.ts"

const issue = z.object({ path: z.string(), message: z.string() })

const own = {
  type: "application/vnd.shop.error+json",
  schema: z.object({
    ok: z.literal(false),
    // Beyond ASCII: lengths are counted in bytes.
    fault: z.object({
      größe: z.number(),
      text: z.string(),
      code: z.string().nullable(),
      fields: z.array(issue),
    }),
  }),
  body: ({
    status,
    message,
    code = null,
    issues,
  }: { code?: string | null } & Omit<ErrorDetails, "code">) => ({
    ok: false as const,
    fault: { größe: status, text: message, code, fields: [...issues] },
  }),
}

interface Received {
  readonly status: number
  readonly type: string | null
  readonly body: unknown
}

async function send(port: number, { method = "GET", path, headers, body }: ErrorKind): Promise<Received> {
  return new Promise((done, fail) => {
    const sent = request({ port, method, path, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = []
      reply.on("data", (chunk: Buffer) => chunks.push(chunk))
      reply.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        done({
          status: reply.statusCode ?? 0,
          type: reply.headers["content-type"] ?? null,
          body: JSON.parse(text),
        })
      })
    })
    sent.on("error", fail).end(body)
  })
}

describe.each<[string, ErrorFormat]>([
  ["a form of its own", own as ErrorFormat],
  ["problem()", problem()],
])("an application with %s", (_, errors) => {
  let app: App
  let port: number
  const log = createTestLog()
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    app = await createApp(ShopModule, {
      // The one place.
      platform: api({ errors }),
      methodNotAllowed: true,
      bodyLimit: 1_000,
      log: log.log,
    })
    const served = await serve(app, {
      port: 0,
      host: "127.0.0.1",
      signals: false,
      drainDelay: 0,
      stopTimeout: 300,
      overload: { maxInFlight: 8, maxDelay: 30_000 },
    })
    port = served.port
    stops.push(() => served.stop())
    // The first call is within the limit.
    await fetch(`${served.url}/limited`)
  })
  afterAll(async () => {
    for (const go of release.splice(0)) go()
    for (const stop of stops) await stop()
  })

  function expected({ status, message, code, issues = [] }: Omit<ErrorKind, "name" | "path">): Received {
    const body = errors.body({ status, message, code, issues })
    return { status, type: `${errors.type}; charset=utf-8`, body: JSON.parse(JSON.stringify(body)) }
  }

  it.each(kinds)("sends it from Node: $name", async (kind) => {
    const received = await send(port, kind)
    expect(received).toEqual(expected(kind))
    expect(errors.schema["~standard"].validate(received.body)).not.toHaveProperty("issues")
  })

  it.each(kinds)("sends it through fetch: $name", async (kind) => {
    const { method = "GET", path, headers = {}, body = null } = kind
    const asked = new Request(`http://localhost${path}`, { method, headers, body })
    // The address that `limit()` has counted for.
    const reply = await toFetch(app)(asked, { remoteAddr: { hostname: "127.0.0.1" } })
    const received = {
      status: reply.status,
      type: reply.headers.get("content-type"),
      body: await reply.json(),
    }
    expect(received).toEqual(expected(kind))
  })

  it.each(rejectedHeads)("sends it for a head that Node rejects: $name", async ({ head, ...kind }) => {
    const socket = await RawSocket.open(port)
    socket.write(`${head}\r\n\r\n`)
    const reply = await socket.reply()
    socket.end()
    const body = JSON.parse(reply?.body ?? "null") as unknown
    const type = reply === undefined ? null : valuesOf(reply, "content-type")[0]!
    expect({ status: reply?.status, type, body }).toEqual(expected(kind))
  })

  it("leaves a reply of `ctx.status()` as it is", async () => {
    expect(await send(port, { name: "", path: "/own", status: 418, message: "" })).toEqual({
      status: 418,
      type: "application/json; charset=utf-8",
      body: { error: "as it is" },
    })
  })

  it("sends it with 503 under overload", async () => {
    const sockets: RawSocket[] = []
    for (let sent = 0; sent < 8; sent++) {
      const socket = await RawSocket.open(port)
      socket.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      sockets.push(socket)
    }
    await expect.poll(() => sockets.some(({ received }) => received !== "")).toBe(true)
    const reply = await sockets.find(({ received }) => received !== "")!.reply()
    expect({
      status: reply!.status,
      type: valuesOf(reply!, "content-type")[0],
      body: JSON.parse(reply!.body) as unknown,
    }).toEqual(expected({ status: 503, message: "Service Unavailable" }))
    expect(valuesOf(reply!, "retry-after")).toEqual([expect.stringMatching(/^[123]$/)])
    for (const socket of sockets) socket.end()
  })

  it("describes it for every error, and nothing else, in the OpenAPI document", () => {
    const { paths, components } = describeOpenApi(app.get(Describe)(), { title: "Shop", version: "1" })
    const responsesOf = (kind: ErrorKind) =>
      paths[kind.route ?? kind.path]?.[(kind.method ?? "GET").toLowerCase()]?.responses
    for (const kind of kinds.filter(({ route }) => route !== "")) {
      const responses = responsesOf(kind)!
      const found = responses[kind.status] ?? responses["default"]!
      const response = "$ref" in found ? components.responses[String(found.$ref).split("/").at(-1)!]! : found
      expect([kind.name, Object.keys(response.content!)]).toEqual([kind.name, [errors.type]])
      expect(response.content![errors.type]!.schema).toEqual({ $ref: "#/components/schemas/Error" })
      const { example } = response.content![errors.type]!
      expect(errors.schema["~standard"].validate(example)).not.toHaveProperty("issues")
    }
    expect(Object.keys(components.schemas)).toEqual(["Error"])
  })

  it("never fails to make it", () => {
    expect(log.lines.filter(({ level, msg }) => level === 50 && msg?.includes("body"))).toEqual([])
  })
})
