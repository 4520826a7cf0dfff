import { describe, expect, it } from "vitest"
import type { RouteRow } from "./route-row.ts"
import { layOutRoutes } from "./route-table.ts"

function row(method: string, path: string, handler: string, guard: string, where: string): RouteRow {
  return {
    method,
    path,
    handler,
    guard,
    where,
    middlewares: [],
    own: ["Limit"],
    provides: [],
    module: "notes",
  }
}

const rows = [
  row("GET", "/notes", "NotesController.index", "BearerAuth", "src/notes/notes-controller.ts:24:7"),
  row(
    "DELETE",
    "/notes/:note_id/attachments/:id",
    "NotesController.removeAttachment",
    "",
    "src/notes/notes-controller.ts:124:7",
  ),
  row(
    "GET",
    "/openapi.json",
    "OpenApi.document",
    "anyone",
    "node_modules/@trivet/openapi/dist/document.js:9:3",
  ),
]
const outermost = ["RequestId", "CallLog", "SecurityHeaders"]
const table = (columns: number | undefined, more: object = {}) =>
  layOutRoutes(rows, { columns, colors: false, outermost, ...more })

describe("layOutRoutes", () => {
  it.each([30, 40, 60, 80, 100, 120, 200, undefined])("cuts nothing at %s columns", (columns) => {
    const text = table(columns)
    for (const { path, handler } of rows) for (const whole of [path, handler]) expect(text).toContain(whole)
    expect(text).toContain("src/notes/notes-controller.ts:124:7")
    expect(text).not.toContain("…")
    expect(text).not.toMatch(/ $/m)
    // Only a cell that is wider than the terminal may exceed it.
    const limit = Math.max(columns ?? Infinity, 4 + "src/notes/notes-controller.ts:124:7".length)
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(limit)
  })

  it("has one line for each route where that fits, and names the middlewares of the application once", () => {
    const lines = table(160).split("\n")
    expect(lines[0]).toMatch(/^METHOD +PATH +HANDLER +GUARD +WHERE$/)
    expect(lines[2]).toMatch(/^DELETE .* - +src\/notes\/notes-controller\.ts:124:7$/)
    expect(lines[3]).toMatch(/ anyone +@trivet\/openapi$/)
    expect(lines.slice(4)).toEqual([
      "",
      "middlewares of the application: RequestId → CallLog → SecurityHeaders",
    ])
  })

  it("shows more with `wide`, without those of the application", () => {
    const lines = table(undefined, { wide: true }).split("\n")
    expect(lines[0]).toMatch(/WHERE +MIDDLEWARES +MODULE$/)
    expect(lines[1]).toMatch(/ Limit +notes$/)
  })

  it("uses colors only if they are wanted", () => {
    expect(table(80)).not.toContain("\u001b")
    expect(table(80, { colors: true })).toContain("\u001b[36mDELETE\u001b[39m")
  })
})
