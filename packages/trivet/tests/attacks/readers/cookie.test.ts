import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseCookies } from "../../../src/context/request/cookie.ts"
import { decoded, hold, long, sizeOf, textsOf } from "./reading.ts"

describe("the reader of cookies", () => {
  const texts = textsOf(";", ";", "; ", "=", "=", '"', "%", "%41", "%zz", "%3B", " ", "\t", ",")

  it(
    "gives the first of each name, as the naive one does",
    () => {
      hold(
        fc.property(texts, (header) => {
          const expected = new Map<string, string>()
          for (const match of header.matchAll(/(?:^|;)([^;=]*)=([^;]*)/g)) {
            const name = match[1]!.trim()
            const quoted = /^"(.*)"$/s.exec(match[2]!.trim())
            const value = quoted?.[1] ?? match[2]!.trim()
            if (name !== "" && !expected.has(name)) expected.set(name, decoded(value) ?? value)
          }
          const cookies = parseCookies(header)
          expect(Object.getPrototypeOf(cookies)).toBeNull()
          expect(new Map(Object.entries(cookies))).toEqual(expected)
          expect(sizeOf(cookies)).toBeLessThanOrEqual(header.length)
        }),
      )
    },
    long,
  )
})
