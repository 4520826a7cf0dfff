import { describe, expect, it } from "vitest"
import { slotOf, slotOfKey } from "./hash-slot.ts"

describe("slotOf", () => {
  const slot = slotOfKey("key")

  it("is that of the first key: after the name, or after the number of a script's keys", () => {
    expect(slotOf(["GET", "key"])).toBe(slot)
    expect(slotOf(["evalsha", "digest", "2", "key", "other", "argument"])).toBe(slot)
    expect(slotOf(["FCALL_RO", "name", "1", "key"])).toBe(slot)
  })

  it("is none where there is no key", () => {
    expect(slotOf(["PING"])).toBeUndefined()
    expect(slotOf(["EVAL", "return ARGV[1]", "0", "argument"])).toBeUndefined()
    expect(slotOf(["EVAL", "return 1"])).toBeUndefined()
  })
})

describe("slotOfKey", () => {
  it("is what the specification of Redis Cluster says", () => {
    expect(slotOfKey("123456789")).toBe(0x31c3)
    expect(slotOfKey("")).toBe(0)
  })

  it("is that of what stands between the first braces, if anything does", () => {
    expect(slotOfKey("a{key}b{c}")).toBe(slotOfKey("key"))
    expect(slotOfKey("{{key}}")).toBe(slotOfKey("{key"))
    expect(slotOfKey("{}{key}")).not.toBe(slotOfKey("key"))
  })
})
