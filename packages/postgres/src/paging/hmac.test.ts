import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { createHmacOf } from "./hmac.ts"

describe("createHmacOf", () => {
  it("is HMAC-SHA256", () => {
    for (const key of ["0123456789abcdef".repeat(4), "f".repeat(64)])
      for (const text of ["", "text", "Größe 😀\n", "x".repeat(10_000)])
        expect(createHmacOf(key)(text)).toBe(createHmac("sha256", key).update(text).digest("base64url"))
  })

  it("takes only keys of its form", () => {
    for (const key of ["", "a".repeat(63), "ü".repeat(64)])
      expect(() => createHmacOf(key)).toThrow("64 ASCII")
  })
})
