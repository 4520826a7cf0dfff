import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { createKeyedHash } from "./keyed-hash.ts"

describe("createKeyedHash", () => {
  it("is SHA-512/256 of the key and the text", () => {
    for (const key of ["0123456789abcdef".repeat(4), "f".repeat(64)])
      for (const text of ["", "text", "Größe 😀\n", "x".repeat(10_000)])
        expect(createKeyedHash(key)(text)).toBe(
          createHash("sha512-256")
            .update(key + text)
            .digest("base64url"),
        )
  })

  it("takes only keys of its form", () => {
    for (const key of ["", "a".repeat(63), "a".repeat(65), "ü".repeat(64)])
      expect(() => createKeyedHash(key)).toThrow("64 ASCII")
  })
})
