import { afterEach, describe, expect, it } from "vitest"
import { createApp } from "../../create-app.ts"
import { get, routes } from "../../../module/routes/make-route.ts"
import { module } from "../../../module/module.ts"
import { api } from "../../../platform/api/api.ts"
import { createTestLog } from "../../../testing/test-log.ts"
import { serve } from "../serve.ts"
import type { Served } from "../served.ts"

let served: Served | undefined
afterEach(() => served?.stop())

class Hello {
  routes() {
    return routes([get("/", () => "hello")])
  }
}

/** Serves behind these proxies, makes calls with these headers, and gives the warnings. */
async function warningsOf(
  trustedProxies: readonly string[] | undefined,
  calls: readonly Record<string, string>[],
) {
  const { log, lines } = createTestLog()
  const root = module({ name: "hello", declarations: [Hello] })
  const app = await createApp(root, { platform: api(), log, ...(trustedProxies && { trustedProxies }) })
  served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0, overload: false })
  for (let at = 0; at < calls.length; at += 50) {
    const some = calls
      .slice(at, at + 50)
      .map((headers) => fetch(`http://127.0.0.1:${served!.port}`, { headers }))
    for (const reply of await Promise.all(some)) expect(reply.status).toBe(200)
  }
  return lines.filter(({ level }) => level === 40)
}

const forwarded = { "X-Forwarded-For": "192.0.2.1" }

describe("a request that a proxy has forwarded", () => {
  it.each([
    ["X-Forwarded-For", "192.0.2.1"],
    ["x-forwarded-proto", "https"],
    ["Forwarded", "for=192.0.2.1"],
  ])("is warned of once where nobody named the proxy: %s", async (name, value) => {
    const headers = { [name]: value }
    const warnings = await warningsOf(undefined, [{}, headers, headers])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ address: "127.0.0.1" })
    expect(warnings[0]!.msg).toContain('trustedProxies: ["127.0.0.1"]')
    expect(warnings[0]!.msg).toContain("TRUSTED_PROXIES=127.0.0.1")
  })

  it("is warned of where others are named, and not where this one is", async () => {
    expect(await warningsOf(["192.0.2.9"], [forwarded])).toHaveLength(1)
    await served?.stop()
    expect(await warningsOf(["127.0.0.0/8"], [forwarded])).toEqual([])
  })

  it("is not looked for any more after 1,000 requests", async () => {
    const many = Array.from({ length: 1_000 }, () => ({}))
    expect(await warningsOf(undefined, [...many, forwarded])).toEqual([])
  })

  it("is not any other", async () => {
    expect(await warningsOf(undefined, [{ "X-Forwarded": "1", "X-Real-IP": "192.0.2.1" }])).toEqual([])
  })
})
