import { describe, expect, it } from "vitest"
import type { ShownOperation } from "../shown-call.ts"
import { ticksOf } from "./ticks-of.ts"
import { waterfallOf } from "./waterfall.ts"

const sql = (text: string, at: number, ms: number | undefined, more: Partial<ShownOperation> = {}) => ({
  kind: "sql",
  text,
  at,
  ms,
  bytes: undefined,
  failed: undefined,
  by: undefined,
  place: "src/store.ts:3",
  ...more,
})
const call = (operations: readonly ShownOperation[], ms: number | undefined, answered = ms) => ({
  operations,
  ms,
  answered,
})
const rowsOf = (...given: Parameters<typeof call>) =>
  waterfallOf(call(...given)).rows.map(({ kind, text, count, took }) => ({ kind, text, count, took }))

describe("waterfallOf", () => {
  it("makes equal statements of one line one row, which says how often and when they ran", () => {
    const operations = [
      sql("select 1", 0, 2),
      sql("select 2", 2, 1),
      sql("select 1", 3, 2),
      sql("select 1", 5, 2, { place: "src/other.ts:9" }),
    ]
    const { rows } = waterfallOf(call(operations, 7))
    expect(rows.map(({ text, count, took }) => [text, count, took])).toEqual([
      ["select 1", 2, 4],
      ["select 2", 1, 1],
      ["select 1", 1, 2],
    ])
    expect(rows[0]!.stretches).toEqual([
      { at: 0, ms: 2 },
      { at: 3, ms: 2 },
    ])
  })

  it("folds the statements of each package of the framework", () => {
    const by = "@trivet/jobs"
    const operations = [
      sql("insert into job", 0, 1, { by }),
      sql("select 1", 1, 1),
      sql("insert into job", 2, 1, { by }),
      sql("notify", 3, 1, { by }),
    ]
    const { rows } = waterfallOf(call(operations, 4))
    expect(rows.map(({ kind, text, count }) => [kind, text, count])).toEqual([
      ["framework", "@trivet/jobs: insert, notify", 3],
      ["sql", "select 1", 1],
    ])
    expect(rows[0]!.parts.map(({ text, count }) => [text, count])).toEqual([
      ["insert into job", 2],
      ["notify", 1],
    ])
  })

  it("shows each file that @trivet/files moves, and how many bytes, but no statement of it", () => {
    const by = "@trivet/files"
    const put = (at: number, bytes: number) => sql("S3FileStore.put", at, 200, { kind: "file", by, bytes })
    const operations = [
      sql("insert into stored_files", 0, 1, { by }),
      ...[1, 201, 401, 601].map((at) => put(at, 1_000)),
    ]
    const { rows, notes } = waterfallOf(call(operations, 801))
    expect(rows.map(({ kind, text, count, bytes }) => [kind, text, count, bytes])).toEqual([
      ["framework", "@trivet/files: insert", 1, undefined],
      ["file", "S3FileStore.put", 4, 4_000],
    ])
    // Four files are no mistake, as four equal statements are.
    expect(notes.map(({ short }) => short)).toEqual(["slow transfer, 200 ms"])
  })

  it("names the time without operations: the handler, and the reply after it was made", () => {
    expect(rowsOf([sql("select 1", 10, 10)], 100, 50)).toEqual([
      { kind: "handler", text: "code of the call, without an operation", count: 0, took: 40 },
      { kind: "sql", text: "select 1", count: 1, took: 10 },
      { kind: "reply", text: "sending the reply", count: 0, took: 50 },
    ])
    // Two statements at once, and nothing between them.
    expect(rowsOf([sql("select 1", 0, 10), sql("select 2", 5, 15)], 20)).toHaveLength(2)
  })

  it("begins a statement that waited for a connection when it has one", () => {
    const wait = sql("wait for a connection", 0.1, 40, { kind: "pool" })
    const { rows } = waterfallOf(call([sql("select 1", 0, 50), wait], 50))
    expect(rows.map(({ kind, took }) => [kind, Math.round(took)])).toEqual([
      ["pool", 40],
      ["sql", 10],
    ])
  })

  it("draws an operation that still runs to the end", () => {
    const { rows, whole } = waterfallOf(
      call([sql("select 1", 0, 4), sql("select 2", 4, undefined)], undefined),
    )
    expect(whole).toBe(4)
    expect(rows.map(({ isRunning }) => isRunning)).toEqual([false, true])
  })
})

describe("the notes of a waterfall", () => {
  const notes = (...given: Parameters<typeof call>) =>
    waterfallOf(call(...given)).notes.map(({ short, place }) => [short, place])

  it("name a statement that ran again and again, and a slow one", () => {
    const again = Array.from({ length: 4 }, (_, at) => sql("select 1", at, 1))
    expect(notes(again, 4)).toEqual([["4 × the same statement", "src/store.ts:3"]])
    expect(notes(again.slice(1), 4)).toEqual([])
    expect(notes([sql("select 1", 0, 100)], 100)).toEqual([["slow statement, 100 ms", "src/store.ts:3"]])
    expect(notes([sql("select 1", 0, 99)], 99)).toEqual([])
  })

  it("name what repeats first, and then the most expensive", () => {
    const again = Array.from({ length: 9 }, (_, at) => sql("select 1", at, 1))
    const slow = [sql("select 2", 9, 200), sql("select 3", 209, 300)]
    expect(notes([...again, ...slow], 709).map(([short]) => short)).toEqual([
      "9 × the same statement",
      "slow statement, 300 ms",
      "slow statement, 200 ms",
      "200 ms in the handler",
    ])
  })

  it("name waits for a connection, and time in the handler", () => {
    const wait = sql("wait for a connection", 0, 150, { kind: "pool", place: undefined })
    expect(notes([wait, sql("select 1", 150, 1)], 300)).toEqual([
      ["waited 150 ms for a connection", undefined],
      ["149 ms in the handler", undefined],
    ])
  })

  it("are silent about the framework's own repetitions and about hashes, and name its slow statements", () => {
    const by = "@trivet/auth"
    const own = Array.from({ length: 5 }, (_, at) => sql("select 1", at, 1, { by }))
    expect(notes([...own, sql("bcrypt", 5, 300, { kind: "hash" })], 305)).toEqual([])
    expect(notes([sql("select 1", 0, 200, { by })], 200)).toEqual([
      ["slow statement, 200 ms", "src/store.ts:3"],
    ])
  })
})

describe("ticksOf", () => {
  it.each([
    [0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
    [12, [0, 2, 4, 6, 8, 10, 12]],
    [430, [0, 100, 200, 300, 400]],
  ])("divides %d ms by round values", (whole, ticks) => expect(ticksOf(whole)).toEqual(ticks))

  it("makes three to seven of them for every length", () => {
    for (let whole = 0.001; whole < 1e6; whole *= 1.07) {
      const { length } = ticksOf(whole)
      expect(length).toBeGreaterThanOrEqual(3)
      expect(length).toBeLessThanOrEqual(7)
    }
  })
})
