import { describe, expect, it } from "vitest"
import { auth, authSettings, csrf } from "./index.ts"

/** As from a program that is not checked by the compiler. */
const mistyped = (options: object) => options as never

describe("a mistyped option", () => {
  it.each<readonly [string, string, () => unknown]>([
    ["auth()", "sessions", () => auth(mistyped({ settings: {}, session: () => undefined }))],
    ["csrf()", "trusted", () => csrf(mistyped({ trustd: [] }))],
    ["auth({ settings })", "issuer", () => authSettings(mistyped({ isuer: "app" }))],
    [
      "auth({ settings: { lifetimeSeconds } })",
      "session",
      () => authSettings({ lifetimeSeconds: mistyped({ sessions: 60 }) }),
    ],
  ])("of %s is a fault that names `%s`", (what, name, make) => {
    expect(make).toThrow(`An option of \`${what}\` is invalid: `)
    expect(make).toThrow(`write \`${name}\``)
  })
})
