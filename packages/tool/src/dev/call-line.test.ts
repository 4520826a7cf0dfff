import { describe, expect, it } from "vitest"
import type { ShownCall } from "../dashboard/shown-call.ts"
import { callLine } from "./call-line.ts"
import { isQuiet } from "./is-quiet.ts"

function call(given: Partial<ShownCall>): ShownCall {
  return {
    id: "1-1",
    kind: "request",
    method: "GET",
    path: "/report",
    pattern: "/report",
    began: new Date(2026, 0, 1, 12, 3, 30, 950).getTime(),
    answered: 101,
    ms: 102,
    status: 200,
    request: { headers: [], body: undefined },
    reply: { headers: [["x-request-id", "7"]], body: undefined },
    operations: [],
    logs: [],
    error: undefined,
    hasCredentials: false,
    ...given,
  }
}

const line = (given: Partial<ShownCall>) => callLine(call(given), { colors: false, ids: false })

describe("callLine", () => {
  it("has the time, the method, the path, the status and the duration; for a failed call its error and place", () => {
    expect(line({})).toBe("12:03:31  GET  /report  200  102 ms")
    const source = { file: "src/notes/notes-controller.ts", line: 35, first: 31, lines: [] }
    const error = { title: "TypeError: x is not a function", frames: [], causes: [], source }
    expect(line({ status: 500, error })).toBe(
      "12:03:31  GET  /report  500  102 ms  TypeError notes-controller.ts:35",
    )
    // Faults that a client is told, such as 404, say enough by their status.
    expect(line({ status: 404, error })).toBe("12:03:31  GET  /report  404  102 ms")
    const frames = ["Database.query (src/database/db.ts:12:9)"]
    expect(line({ status: 500, error: { ...error, source: undefined, frames } })).toMatch(
      /TypeError db\.ts:12$/,
    )
    expect(line({ status: 500, error: { ...error, source: undefined } })).toMatch(/ TypeError$/)
  })

  it("names jobs and sockets by their kind, and says how they ended", () => {
    const job = { kind: "job", method: "job", path: "welcome/send" }
    expect(line({ ...job, status: 204 })).toBe("12:03:31  job  welcome/send  done  102 ms")
    expect(line({ ...job, status: 500 })).toBe("12:03:31  job  welcome/send  failed  102 ms")
    expect(line({ status: 101, ms: 12_345, path: "/chat" })).toMatch(
      / {2}socket {2}\/chat {2}closed {2}12\.3 s$/,
    )
  })

  it("has the id and colors only if they are wanted", () => {
    expect(callLine(call({}), { colors: false, ids: true })).toMatch(/102 ms {2}7$/)
    expect(line({})).not.toContain("\u001b")
    const colors = (status: number) => callLine(call({ status }), { colors: true, ids: false })
    expect(colors(200)).toContain("\u001b[32m200")
    expect(colors(404)).toContain("\u001b[33m404")
    expect(colors(503)).toContain("\u001b[31m503")
  })
})

describe("isQuiet", () => {
  it("is true of files and quiet routes that succeed, and of nothing else", () => {
    const css = { headers: [["content-type", "text/css; charset=utf-8"]] as const, body: undefined }
    expect(isQuiet(call({ reply: css }), [])).toBe(true)
    expect(isQuiet(call({ reply: css, status: 404 }), [])).toBe(false)
    expect(isQuiet(call({ reply: css, method: "POST" }), [])).toBe(false)
    expect(isQuiet(call({ pattern: "/health/live" }), ["/health/live"])).toBe(true)
    expect(isQuiet(call({ pattern: "/health/ready", status: 503 }), ["/health/ready"])).toBe(false)
    expect(isQuiet(call({}), ["/health/live"])).toBe(false)
  })
})
