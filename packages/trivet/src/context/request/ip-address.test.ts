import { describe, expect, it } from "vitest"
import { clientNetwork } from "./ip-address.ts"

describe("clientNetwork", () => {
  it("is an IPv4 address itself, however it is spelt", () => {
    expect(clientNetwork("192.0.2.1")).toBe("192.0.2.1")
    expect(clientNetwork("::ffff:192.0.2.1")).toBe(clientNetwork("::FFFF:C000:201"))
    expect(clientNetwork("::ffff:192.0.2.1")).not.toBe(clientNetwork("::ffff:192.0.2.2"))
  })

  it("is the first 64 bits of an IPv6 address", () => {
    expect(clientNetwork("2001:db8:1:2::1")).toBe(clientNetwork("2001:DB8:1:2:ffff::"))
    expect(clientNetwork("2001:db8:1:2::1")).not.toBe(clientNetwork("2001:db8:1:3::1"))
    expect(clientNetwork("::1")).not.toBe(clientNetwork("::ffff:0.0.0.1"))
  })

  it("is whatever else stands there", () => {
    expect(clientNetwork("unix")).toBe("unix")
    expect(clientNetwork("a:b")).toBe("a:b")
  })
})
