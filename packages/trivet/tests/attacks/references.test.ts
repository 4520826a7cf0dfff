import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { head } from "./framing/framing-case.ts"
import { ReferenceProcess } from "./references/reference-process.ts"
import { spellingsOf } from "../../../tool/src/fuzz/input/spellings-of.ts"
import type { WatchedRoute } from "./references/watched.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const
const atOnce = 32

/** The methods that a spelling is tried with: all with `ATTACKS=full`, else that of its route and another one in turn. */
function methodsFor(method: string, at: number): readonly string[] {
  const others = methods.filter((one) => one !== method)
  return process.env["ATTACKS"] === "full" ? methods : [method, others[at % others.length]!]
}

/** A path that a route matches. */
const pathOf = ({ path }: WatchedRoute) => path.replaceAll(/:\w+/g, "1").replaceAll("*", "x")

const names = ["auth", "blog"] as const
let references: readonly ReferenceProcess[] = []
beforeAll(async () => {
  references = await Promise.all(names.map((name) => ReferenceProcess.start(name)))
})
afterAll(() => Promise.all(references.map((reference) => reference.stop())))

describe.each(names)("the guards of %s", (name) => {
  let reference: ReferenceProcess
  let guarded: readonly WatchedRoute[]
  beforeAll(() => {
    reference = references[names.indexOf(name)]!
    guarded = reference.routes.filter((route) => route.guarded)
  })

  async function statusOf(method: string, target: string): Promise<number | undefined> {
    const socket = await reference.open()
    const length = method === "GET" || method === "HEAD" ? [] : ["Content-Length: 0"]
    socket.write(head(`${method} ${target}`, "Connection: close", ...length))
    const reply = await socket.reply(method, 10_000)
    socket.end()
    if (reply?.status !== 503) return reply?.status
    // The machine has too much to do, and so has the application: that is no answer to the attack.
    await new Promise((go) => setTimeout(go, 100))
    return statusOf(method, target)
  }

  async function runsOfGuarded(): Promise<number> {
    const calls = await reference.calls()
    const handlers = new Set(guarded.map(({ handler }) => handler))
    return [...handlers].reduce((sum, handler) => sum + calls[handler]!, 0)
  }

  it("stand before at least four routes, and are no handlers of open ones", () => {
    const open = reference.routes.filter((route) => !route.guarded).map(({ handler }) => handler)
    expect(guarded.length).toBeGreaterThanOrEqual(4)
    expect(guarded.filter(({ handler }) => open.includes(handler))).toEqual([])
  })

  it("refuse every route as it is written", async () => {
    for (const route of guarded) expect(await statusOf(route.method, pathOf(route)), route.path).toBe(401)
    expect(await runsOfGuarded()).toBe(0)
  })

  it("let no spelling of any route reach a handler behind them, whatever the method", async () => {
    const calls = reference.routes.flatMap((route) =>
      [pathOf(route), ...spellingsOf(pathOf(route))].flatMap((target, at) =>
        methodsFor(route.method, at).map((method) => `${method} ${target}`),
      ),
    )
    const all = [...new Set(calls)].map((call) => {
      const [method = ""] = call.split(" ", 1)
      return { method, target: call.slice(method.length + 1) }
    })
    for (const route of reference.routes) expect(spellingsOf(pathOf(route)).length).toBeGreaterThanOrEqual(40)
    const statuses: Record<string, number> = {}
    for (let from = 0; from < all.length; from += atOnce) {
      const some = all.slice(from, from + atOnce)
      const got = await Promise.all(some.map(({ method, target }) => statusOf(method, target)))
      for (const [at, status] of got.entries()) {
        const { method, target } = some[at]!
        expect(status, `${method} ${JSON.stringify(target)}`).toBeDefined()
        expect(status, `${method} ${JSON.stringify(target)}`).toBeLessThan(500)
        statuses[status!] = (statuses[status!] ?? 0) + 1
      }
    }
    const runs = await runsOfGuarded()
    noteFigure(
      "guards",
      `${name}: ${reference.routes.length} routes, ${guarded.length} of them guarded, ${all.length} calls`,
      `${runs} guarded handlers run without credentials`,
    )
    expect(runs).toBe(0)
    expect(statuses["401"]).toBeGreaterThan(guarded.length)
    expect(all.length).toBeGreaterThanOrEqual(reference.routes.length * 40)
    expect(reference.lives).toBe(true)
  })

  it("are counted right: open handlers have run", async () => {
    const calls = await reference.calls()
    const open = reference.routes.filter((route) => !route.guarded && calls[route.handler] !== undefined)
    expect(open.some(({ handler }) => calls[handler]! > 0)).toBe(true)
  })
})
