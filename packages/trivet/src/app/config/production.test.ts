import { afterEach, describe, expect, it, vi } from "vitest"
import { isProduction } from "./production.ts"

describe("isProduction", () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  it.each([
    ["production", true],
    ["development", false],
    ["test", false],
    [undefined, false],
  ])("with NODE_ENV %s is %s in a process", (mode, expected) => {
    vi.stubEnv("NODE_ENV", mode)
    expect(isProduction()).toBe(expected)
  })

  it("is true on an edge runtime, which has no environment", () => {
    vi.stubGlobal("process", undefined)
    expect(isProduction()).toBe(true)
  })

  it.each([
    [undefined, true],
    ["development", false],
    ["production", true],
  ])("with NODE_ENV %s is %s on Cloudflare with the flag nodejs_compat", (mode, expected) => {
    vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" })
    vi.stubGlobal("process", { env: mode === undefined ? {} : { NODE_ENV: mode } })
    expect(isProduction()).toBe(expected)
  })
})
