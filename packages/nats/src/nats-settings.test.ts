import { describe, expect, it } from "vitest"
import { nats } from "./index.ts"
import { natsSettingsOf } from "./nats-settings.ts"

const accessOf = (url: string) => {
  const { servers, access } = natsSettingsOf({ url })
  return { servers, access }
}

describe("settingsOf", () => {
  it("reads servers, user, password, token and TLS from the URL", () => {
    expect(accessOf("nats://a:1")).toEqual({ servers: ["a:1"], access: {} })
    expect(accessOf("nats://u:p%40q@a,b:2/")).toEqual({
      servers: ["a", "b:2"],
      access: { user: "u", pass: "p@q" },
    })
    expect(accessOf("tls://s3cret@[::1]:2")).toEqual({
      servers: ["[::1]:2"],
      access: { token: "s3cret", tls: {} },
    })
  })

  it("raises a fault for other URLs, without showing them", () => {
    for (const url of [
      "http://:hush@a",
      "nats://",
      "nats://:hush@",
      "nats://u:hush@a:x",
      "nats://u:hush%@a",
    ]) {
      expect(() => natsSettingsOf({ url }), url).toThrow(/^The URL of NATS is invalid/)
      expect(() => natsSettingsOf({ url }), url).not.toThrow(/hush/)
    }
  })

  it("raises a fault for durations that are none", () => {
    for (const timeout of [0, -1, 0.5, Number.NaN])
      expect(() => natsSettingsOf({ url: "nats://a", timeout })).toThrow(/`timeout` of NATS is/)
  })
})

describe("a mistyped option of nats()", () => {
  it("is a fault that names the right one", () => {
    const options = { prefix: "test", timeuot: 100 }
    expect(() => nats(options)).toThrow(
      "An option of `nats()` is invalid: `timeuot` is unknown, write `timeout`.",
    )
  })
})
