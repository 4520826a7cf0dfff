import { describe, expect, it } from "vitest"
import { createApp, type Context, module, type Route } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { callPaths, generateRoutes } from "../../tests/testing/generated-routes.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import { join } from "node:path"
import { inspectApplication } from "../inspect/inspect-application.ts"
import { callTarget } from "./call-target.ts"
import { printExplanation } from "./print-explanation.ts"
import { request } from "node:http"

interface Answer {
  readonly status: number
  readonly route: string | undefined
  readonly params: Readonly<Record<string, string>>
}

/** A call as raw as the engine gets it: `fetch` would tidy the path first. */
function call(port: number, method: string, path: string): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request({ port, method, path, agent: false }, (reply) => {
      let text = ""
      reply.setEncoding("utf8").on("data", (part: string) => (text += part))
      reply.on("end", () => {
        const found = reply.headers["x-found"] as string | undefined
        const { route, params } = JSON.parse(
          found === undefined ? "{}" : decodeURIComponent(found),
        ) as Partial<Answer>
        done({ status: reply.statusCode ?? 0, route, params: params ?? {} })
      })
    })
    sent.on("error", fail).end()
  })
}

describe("printExplanation", () => {
  it("counts the steps that are shown, from one", () => {
    const candidate = { path: "/posts/:id", controller: "Posts", outcome: "won", reason: "matches" } as const
    const explained = {
      method: "GET",
      path: "/posts/1",
      searched: "GET",
      answer: "found",
      status: undefined,
      route: "/posts/:id",
      params: {},
      methods: [],
      tiers: [
        { tier: "exact", candidates: [] },
        { tier: "pattern", candidates: [candidate] },
        { tier: "wildcard", candidates: [{ ...candidate, path: "/posts/*", outcome: "lost" }] },
      ],
      refused: undefined,
      handler: undefined,
      middlewares: [],
      services: [],
    } as unknown as Parameters<typeof printExplanation>[0]
    const titles = printExplanation(explained, { colors: false }).match(/^\d\. .*$/gm)
    expect(titles).toEqual(["1. Patterns", "2. Wildcards"])
  })
})

describe("explain", () => {
  // A third one: TRIVET_LONG=1 npx vitest run packages/tool/src/explain
  it.each(process.env["TRIVET_LONG"] === "1" ? [1, 2, 3] : [1, 2])(
    "agrees with the server over 1,000 generated calls of generated application %i",
    async (seed) => {
      const records = generateRoutes(seed)
      class Generated {
        routes(): readonly Route[] {
          return records.map(({ method, path }) => ({
            method,
            path,
            handler: (ctx: Context) => {
              const found = { route: path, params: ctx.request().params() }
              ctx.response().setHeader("x-found", encodeURIComponent(JSON.stringify(found)))
              return null
            },
          }))
        }
      }
      const methodNotAllowed = seed === 2
      const app = await createApp(module({ name: "generated", declarations: [Generated] }), {
        platform: api(),
        methodNotAllowed,
      })
      const server = await serve(app, { port: 0 })
      const calls = callPaths(seed, records, 1_000).map(({ method, typed }) => ({
        method,
        ...callTarget(typed),
      }))
      const program = join(import.meta.dirname, "../../tests/testing/generated-program.ts")
      const { flags } = await joinedSources()
      const seen = new Set<number>()
      for (let at = 0; at < calls.length; at += 250) {
        const asked = calls.slice(at, at + 250)
        const report = await inspectApplication(program, {
          calls: asked,
          timeout: 240_000,
          signal: AbortSignal.timeout(240_000),
          flags,
          env: { ...compileCache, SEED: String(seed) },
        })
        if (report.kind !== "application") throw new Error(JSON.stringify(report))
        for (const [index, { method, path, refused }] of asked.entries()) {
          const told = report.calls[index]!
          const expected =
            refused === undefined ? told : { ...told, status: 400, route: undefined, params: {} }
          const answer = await call(server.port, method, path)
          const status = answer.route === undefined ? answer.status : undefined
          seen.add(status ?? 200)
          expect({ method, path, status, route: answer.route, params: answer.params }).toEqual({
            method,
            path,
            status: expected.status,
            route: expected.route,
            params: expected.params,
          })
          const won = told.tiers
            .flatMap(({ candidates }) => candidates)
            .filter(({ outcome }) => outcome === "won")
          if (refused === undefined && told.answer !== "malformed")
            expect(won.map((one) => one.path)).toEqual(told.route === undefined ? [] : [told.route])
        }
      }
      // The generated calls reach every kind of answer.
      expect([...seen]).toEqual(expect.arrayContaining([200, 400, methodNotAllowed ? 405 : 404]))
      await server.stop()
    },
    120_000,
  )
})
