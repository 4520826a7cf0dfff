import {
  anyone,
  type Context,
  createApp,
  createJsonLog,
  dto,
  events,
  get,
  module,
  type Next,
  post,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { describe, expect, it } from "vitest"
import { fuzz, type FuzzOptions, type FuzzReport, replay } from "@trivet/tool/fuzz"
import { access } from "./access.ts"
import { type Bug, notesModule } from "./notes-module.ts"

// A longer run of all phases: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/in-process.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"

const log = createJsonLog({ level: "fatal", write: () => undefined })

/** What is found in the application with these errors. */
async function findIn(bugs: readonly Bug[], options: FuzzOptions = {}): Promise<FuzzReport> {
  const app = await createApp(notesModule(...bugs), { platform: api(), log })
  try {
    return await fuzz(app, { seconds: 3, seed: 7, access, ...options })
  } finally {
    await app.stop()
  }
}

/**
 * Runs for a short time, and longer if that was not enough, as on a busy machine: random calls go on until the time is
 * over, so a long time for all would be spent on every machine.
 */
async function inTime(
  seconds: number,
  isEnough: (report: FuzzReport) => boolean,
  run: (seconds: number) => Promise<FuzzReport>,
): Promise<FuzzReport> {
  for (const longer of [seconds, 4 * seconds]) {
    const report = await run(longer)
    if (isEnough(report)) return report
  }
  return run(40)
}

const hasCalls = ({ calls }: FuzzReport) => calls > 200

const kindsOf = ({ findings }: FuzzReport) => [...new Set(findings.map(({ kind }) => kind))].toSorted()

describe("fuzz(app)", () => {
  it("finds nothing in an application without errors, in any phase", async () => {
    const report = await inTime(isLong ? 8 : 2, hasCalls, (seconds) => findIn([], { seconds }))
    expect(report.findings).toEqual([])
    expect(report.calls).toBeGreaterThan(200)
    expect(report.phases.map(({ name }) => name)).toContain("random calls")
  })

  it("sends a new idempotency key with each call, also with one that it repeats", async () => {
    const used = new Set<string>()
    class OncePerKey {
      readonly requiredHeaders = { "Idempotency-Key": "A new one for each call." }
      handle(ctx: Context, next: Next): unknown {
        const key = ctx.header("idempotency-key")
        if (!/^[\w-]{36}$/.test(key)) return { error: "No key", status: 400 }
        if (used.size === used.add(key).size) return { error: "Used", status: 422 }
        return next()
      }
    }
    class Things {
      routes = () => routes([post("/things", this.create, { ...record })])
      async create(ctx: Context) {
        const { text } = await ctx.bind(accepts.body)
        // What only a hostile text meets, which changes a call that was sent before.
        if (text.includes("'")) throw new Error("broken")
        return {}
      }
    }
    const accepts = { body: dto({ text: "required" }) }
    const record = { accepts, middlewares: [anyone, new OncePerKey()] }
    const app = await createApp(module({ name: "things", declarations: [Things] }), { platform: api(), log })
    const report = await inTime(1, hasCalls, (seconds) => fuzz(app, { seconds, seed: 7 }))
    expect(report.findings.map(({ kind, route }) => `${kind} ${route}`)).toEqual([
      "server-error POST /things",
    ])
    expect(used.size).toBeGreaterThan(100)
    await app.stop()
  })

  it("takes the head of a stream that never ends for its reply", async () => {
    async function* ticks() {
      yield { data: 1 }
      await new Promise(() => undefined)
    }
    class Ticks {
      routes = () => routes([get("/ticks", () => events(ticks()), { middlewares: [anyone] })])
    }
    const app = await createApp(module({ name: "ticks", declarations: [Ticks] }), { platform: api(), log })
    const report = await inTime(1, hasCalls, (seconds) => fuzz(app, { seconds, seed: 7 }))
    await app.stop()
    expect(report.findings).toEqual([])
    expect(report.calls).toBeGreaterThan(100)
  })

  it("finds what hostile inputs show", async () => {
    const bugs = ["server-error", "injection", "markup", "redirect", "file", "secret", "contract"] as const
    const report = await findIn(bugs, { seconds: 60, only: ["hostile inputs"] })
    expect(kindsOf(report)).toEqual([...bugs].toSorted())
  })

  it.each([
    ["unguarded", "guarded routes"],
    ["access", "access"],
    ["unbounded-list", "unbounded lists"],
    ["dropped-clients", "dropped clients"],
  ] as const)("finds %s", async (bug, phase) => {
    const { findings } = await findIn([bug], { only: [phase], seconds: 60 })
    expect(findings.map(({ kind }) => kind)).toContain(bug)
    expect(findings.every(({ kind }) => kind === bug)).toBe(true)
  })

  it("shortens a sequence to the calls that it takes, and repeats it with the same seed", async () => {
    const isShort = ({ findings }: FuzzReport) => findings[0]?.recipe.calls?.length === 3
    const find = () =>
      inTime(1, isShort, (seconds) => findIn(["sequence"], { only: ["random calls"], seconds }))
    const reports = [await find(), await find()]
    for (const { findings, seed } of reports) {
      expect(seed).toBe(7)
      expect(findings).toHaveLength(1)
      const calls = findings[0]!.recipe.calls!.map(({ method, path }) => `${method} ${path}`)
      expect(calls).toEqual(["POST /notes", "POST /notes/:id/archive", "GET /notes/:id"])
    }
    const app = await createApp(notesModule("sequence"), { platform: api(), log })
    const whole = await createApp(notesModule(), { platform: api(), log })
    const { recipe } = reports[0]!.findings[0]!
    // Without a file of callers, the calls that name one are sent without credentials.
    const own = {
      calls: recipe.calls!.map((call) => {
        const { as: _, ...rest } = call
        return { ...rest, headers: { authorization: "Bearer token-of-ada" } }
      }),
    }
    expect(await replay(app, own)).toEqual([expect.stringContaining("GET /notes/:id answers 500") as string])
    expect(await replay(whole, own)).toEqual([])
    await Promise.all([app.stop(), whole.stop()])
  })
})
