import { describe, expect, it } from "vitest"
import { parseCookies } from "./cookie.ts"
import { decodeEscapes } from "./decode-escapes.ts"
import { parseQuery } from "./parse-query.ts"

const hex = (byte: number) => `%${byte.toString(16).padStart(2, "0")}`

/** As the language decodes, which finds a malformed escape by an exception. */
function native(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

describe("decodeEscapes", () => {
  it("gives what the language gives, for all characters of one and two escapes", () => {
    for (let first = 0; first < 256; first++) {
      expect(decodeEscapes(hex(first))).toBe(native(hex(first)))
      for (let second = 0; second < 256; second += first < 0xc0 ? 16 : 1) {
        const text = hex(first) + hex(second)
        if (decodeEscapes(text) !== native(text)) expect.fail(text)
      }
    }
  })

  it("gives what the language gives, for three and four escapes at all edges", () => {
    const edges = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
    const firsts = [0xc3, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff]
    const texts = firsts.flatMap((first) =>
      edges.flatMap((second) =>
        edges.flatMap((third) => {
          const three = hex(first) + hex(second) + hex(third)
          return [three, ...edges.map((fourth) => three + hex(fourth))]
        }),
      ),
    )
    expect(texts.filter((text) => decodeEscapes(text) !== native(text))).toEqual([])
  })

  it.each([
    "",
    "a",
    "%",
    "%4",
    "%4g",
    "%g4",
    "%/1",
    "%:1",
    "%@1",
    "%`1",
    "%1\0",
    "a%",
    "%%41",
    "%c3",
    "%c3a9",
  ])("gives what the language gives for %j", (text) => {
    expect(decodeEscapes(text)).toBe(native(text))
    expect(decodeEscapes(`%C3%A9${text}%41`)).toBe(native(`%C3%A9${text}%41`))
  })

  it("keeps what stands between escapes, in any script and also half a character", () => {
    expect(decodeEscapes("é%41\ud800%e2%82%AC+")).toBe("éA\ud800€+")
  })
})

describe("malformed escapes", () => {
  /** How many times as long one of two takes: the best of many short rounds that take turns. */
  function ratioOf(costly: () => unknown, plain: () => unknown): number {
    const best = { costly: Infinity, plain: Infinity }
    for (let round = 0; round < 300; round++) {
      for (const [name, run] of [["costly", costly] as const, ["plain", plain] as const]) {
        const began = performance.now()
        run()
        best[name] = Math.min(best[name], performance.now() - began)
      }
    }
    return best.costly / best.plain
  }

  it.each([
    ["%zz", "%7a"],
    ["%c3", "%41"],
    ["%ff", "%41"],
  ])("cost as much as good ones in a query and in cookies: %s", (malformed, good) => {
    const query = (name: string) => `${name}&`.repeat(500)
    const cookies = (value: string) => Array.from({ length: 300 }, (_, at) => `${at}=${value}`).join(";")
    expect(
      ratioOf(
        () => parseQuery(query(malformed)),
        () => parseQuery(query(good)),
      ),
    ).toBeLessThan(3)
    expect(
      ratioOf(
        () => parseCookies(cookies(malformed)),
        () => parseCookies(cookies(good)),
      ),
    ).toBeLessThan(3)
  })
})
