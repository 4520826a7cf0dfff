import { randomBytes } from "node:crypto"
import { Agent, request } from "node:http"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../../../scripts/suite/free-port.ts"
import { type ReceivedSpan, type Receiver, startReceiver } from "./testing/receiver.ts"
import { type Program, startProgram } from "./testing/start-program.ts"

/** How many calls each process gets at once, of five kinds. */
const calls = 500

interface Line {
  readonly msg?: string
  readonly id?: string
  readonly place?: string
  readonly query?: string
  readonly route?: string
  readonly request_id?: string
  readonly trace_id?: string
}

/** What a call of each kind does, by name: spans of its own, and the statements of them. */
const kinds: Readonly<Record<string, { readonly notes: readonly string[]; readonly queries: number }>> = {
  query: { notes: ["query"], queries: 1 },
  timers: { notes: ["timer", "immediate", "after timers"], queries: 1 },
  pieces: { notes: ["piece", "piece", "piece", "end of pieces"], queries: 3 },
  other: { notes: ["inner", "after fetch"], queries: 1 },
  leaves: { notes: ["aborted", "after abort"], queries: 1 },
}

const lines: Line[] = []
let receiver: Receiver
let test: TestDatabase
let programs: Program[]

beforeAll(async () => {
  receiver = await startReceiver()
  test = await createTestDatabase()
  const [one, two] = [await freePort(), await freePort()]
  const start = (port: number, other: number) => {
    const variables = {
      RECEIVER: receiver.url,
      DATABASE: test.url,
      OTHER_PORT: String(other),
      CALLS: String(calls),
    }
    return startProgram("busy.ts", port, variables, (line) => {
      if ((line as Line).msg === "note") lines.push(line as Line)
    })
  }
  programs = await Promise.all([start(one, two), start(two, one)])
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  receiver.stop()
  await test.drop()
})

const agent = new Agent({ keepAlive: false })

/** Makes a call in a trace of its own. Its id is that of the trace. */
function call(port: number, kind: string, id: string): Promise<void> {
  const headers = { traceparent: `00-${id}-${randomBytes(8).toString("hex")}-01`, "x-request-id": id }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: "127.0.0.1", path: `/${kind}/${id}`, headers }, (response) => {
      response.setEncoding("utf8").on("data", (text: string) => {
        if (!text.includes(id)) reject(new Error(`${id} got ${text}`))
        if (kind === "leaves") response.destroy()
      })
      response.on("error", () => undefined).on("close", resolve)
      if (response.statusCode !== 200) reject(new Error(`${kind}: ${response.statusCode}`))
    })
    sent.on("error", (error) => (kind === "leaves" ? resolve() : reject(error)))
    sent.end()
  })
}

/** The order of spans, and of lines, of one call is not asserted: two processes write them. */
const sorted = (texts: readonly string[]) => texts.toSorted().join()

describe("a thousand calls at once on two processes", () => {
  it("never mix their ids: in spans, log lines and comments of SQL; in streams, timers, pools and after an abort", async () => {
    const sent = programs.flatMap(({ port }) =>
      Array.from({ length: calls }, (_, at) => ({
        port,
        kind: Object.keys(kinds)[at % 5]!,
        id: randomBytes(16).toString("hex"),
      })),
    )
    await Promise.all(sent.map(({ port, kind, id }) => call(port, kind, id)))
    const expected = sent.flatMap(({ kind }) => kinds[kind]!.notes).length
    await expect.poll(() => lines.length).toBe(expected)
    // A span of each call and note and query; two more for the call between the processes.
    const queries = sent.reduce((sum, { kind }) => sum + kinds[kind]!.queries, 0)
    const others = sent.filter(({ kind }) => kind === "other").length
    await expect.poll(() => receiver.spans.length).toBe(sent.length + expected + queries + 2 * others)

    for (const { id, request_id, trace_id, query } of lines) {
      expect([request_id, trace_id]).toEqual([id, id])
      if (query !== undefined) expect(query).toContain(`request_id='${id}', trace_id='${id}'`)
    }
    const spansOf = Map.groupBy(receiver.spans, ({ traceId }) => traceId)
    const linesOf = Map.groupBy(lines, ({ id }) => id)
    for (const { kind, id } of sent) checkTrace(kind, id, spansOf.get(id) ?? [])
    for (const { kind, id } of sent)
      expect(sorted(linesOf.get(id)!.map(({ place }) => place!))).toBe(sorted(kinds[kind]!.notes))
  })
})

function checkTrace(kind: string, id: string, spans: readonly ReceivedSpan[]): void {
  const { notes, queries } = kinds[kind]!
  const servers = spans.filter((span) => span.kind === "SERVER")
  const names = [`GET /${kind}/:id`, ...(kind === "other" ? ["GET /inner/:id"] : [])]
  expect(sorted(servers.map(({ name }) => name))).toBe(sorted(names))
  const own = spans.filter((span) => span.kind === "INTERNAL")
  expect(sorted(own.map(({ name }) => name))).toBe(sorted(notes))
  for (const span of [...servers, ...own]) expect(span.attributes["test.id"]).toBe(id)
  expect(spans.filter((span) => span.attributes["db.system.name"] === "postgresql")).toHaveLength(queries)
  // Each has its parent in the same trace; that of the first one is the client's.
  const known = new Set(servers.map(({ spanId }) => spanId))
  for (const span of spans)
    if (span.kind !== "SERVER") expect(known.has(span.parentSpanId!), span.name).toBe(true)
}
