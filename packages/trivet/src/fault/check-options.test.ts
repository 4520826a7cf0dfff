import { describe, expect, it } from "vitest"
import { createApp } from "../engine/create-app.ts"
import { run } from "../engine/argv/run.ts"
import { serve } from "../engine/node/serve.ts"
import { startWorkers } from "../engine/node/start-workers.ts"
import { staticFiles } from "../files/static-files.ts"
import { cors } from "../http/cors.ts"
import { health } from "../http/health.ts"
import { securityHeaders } from "../http/security-headers.ts"
import { module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import { web } from "../platform/web/web.ts"
import { createTestApp } from "../testing/create-test-app.ts"
import { checkOptions } from "./check-options.ts"
import { Fault } from "./fault.ts"

const root = module({ name: "app", declarations: [] })
const platform = api()
/** As from a program that is not checked by the compiler. */
const mistyped = (options: object) => options as never

async function faultOf(call: () => unknown): Promise<Fault> {
  try {
    await call()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error("no fault was raised")
}

describe("checkOptions", () => {
  it("takes options that the function has, also those that are undefined", () => {
    expect(() => checkOptions({ port: 1, host: undefined }, { port: true, host: true }, "f()")).not.toThrow()
    expect(() => checkOptions({}, {}, "f()")).not.toThrow()
  })

  it("names every unknown option with the nearest name, or with all names", () => {
    const given = { prot: 1, colour: "red", constructor: 1 }
    expect(() => checkOptions(given, { port: true, host: true } as never, "f()")).toThrow(
      "An option of `f()` is invalid: `prot` is unknown, write `port`; `colour` is unknown, the options are port, host; " +
        "`constructor` is unknown, the options are port, host.",
    )
  })

  it("names what a renamed option is called now, and nothing that it may never have been", () => {
    const options: { maxConnections?: number } = mistyped({ size: 10, constructor: 1 })
    const renamed = { size: "maxConnections" } as const
    expect(() => checkOptions(options, { maxConnections: true }, "postgres()", renamed)).toThrow(
      "`size` is now `maxConnections`; `constructor` is unknown, the options are maxConnections.",
    )
    // @ts-expect-error `connections` is no option
    expect(() => checkOptions(options, { maxConnections: 1 }, "f()", { size: "connections" })).toThrow(
      "unknown",
    )
  })

  it("must be given every name: a new option is not forgotten", () => {
    // @ts-expect-error `host` is missing
    expect(() => checkOptions<{ port?: number; host?: string }>({}, { port: true }, "f()")).not.toThrow()
  })
})

describe("a mistyped option", () => {
  it.each<readonly [string, string, () => unknown]>([
    ["module()", "declarations", () => module(mistyped({ name: "shop", declaration: [] }))],
    ["cors()", "origin", () => cors(mistyped({ origins: "*" }))],
    ["securityHeaders()", "x-frame-options", () => securityHeaders({ "x-frame-option": false })],
    ["health()", "timeout", () => health(mistyped({ timeOut: 1 }))],
    ["staticFiles()", "index", () => staticFiles("/a", import.meta.dirname, mistyped({ indx: true }))],
    ["api()", "errors", () => api(mistyped({ error: {} }))],
    ["web()", "error", () => web(mistyped({ errors: () => "" }))],
    ["createApp()", "middlewares", () => createApp(root, mistyped({ platform, middleware: [] }))],
    [
      "createApp({ returns })",
      "prune",
      () => createApp(root, { platform, returns: mistyped({ prunes: true }) }),
    ],
    ["createApp()", "replace", () => createTestApp(root, mistyped({ replaces: [] }))],
    ["run()", "version", () => run(root, mistyped({ exit: false, versoin: "1" }))],
    ["startWorkers()", "workers", () => startWorkers(mistyped({ worker: 2 }))],
  ])("of %s is a fault that names `%s`", async (what, nearest, call) => {
    const { code, message, where } = await faultOf(call)
    expect(code).toBe("OPTION_INVALID")
    expect(message).toContain(`An option of \`${what}\` is invalid: `)
    expect(message).toContain(`write \`${nearest}\``)
    if (/^\w+\(\)$/.test(what) && what !== "createApp()") expect(where).toMatch(/check-options\.test\.ts:\d+/)
  })

  it("of serve() is a fault before anything listens", async () => {
    const app = await createApp(root, { platform })
    expect((await faultOf(() => serve(app, mistyped({ prot: 1 })))).message).toContain("write `port`")
    const overload = mistyped({ maxDelays: 1 })
    expect((await faultOf(() => serve(app, { port: 0, overload }))).message).toContain("write `maxDelay`")
    // Options of `createApp()` come too late.
    expect((await faultOf(() => serve(app, mistyped({ middlewares: [] })))).message).toContain(
      "`middlewares`",
    )
    await app.stop()
  })
})

describe("securityHeaders", () => {
  it("takes any header that is to be sent", () => {
    expect(() => securityHeaders({ "cross-origin-embedder-policy": "require-corp" })).not.toThrow()
  })
})
