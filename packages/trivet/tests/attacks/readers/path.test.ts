import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseTarget } from "../../../src/engine/target.ts"
import { parsePattern } from "../../../src/router/pattern.ts"
import { resolve } from "../../../src/router/resolve.ts"
import { addRoute, createRouteTable } from "../../../src/router/route-table.ts"
import { decoded, hold, long, numRuns, outcomeOf, textsOf } from "./reading.ts"

const bare = (text: string) => text.replace(/\?$/, "")
const depth = (path: string) => path.split("/").length

describe("the reader of paths", () => {
  const texts = textsOf(
    "/",
    "/",
    "//",
    ".",
    "..",
    "%2e",
    "%2E",
    "%2f",
    "\\",
    "?",
    "#",
    "%",
    "%zz",
    "%c3%a9",
    "http://",
    "HTTPS://h",
    ":",
    "@",
    "*",
  )

  it(
    "gives what was sent, or nothing where a browser would take it for another path",
    () => {
      let [taken, refused] = [0, 0]
      hold(
        fc.property(
          fc.oneof(
            texts,
            texts.map((text) => `/${text}`),
          ),
          (url) => {
            const target = parseTarget(url)
            if (target === undefined) refused++
            else taken++
            if (target === undefined) return
            const { path, query } = target
            const sent = `${path}${query === "" ? "" : `?${query}`}`
            const address = /^https?:\/\/[^/?]*/i.exec(url)
            const rest = url.startsWith("/") ? url : url.slice(address![0].length)
            expect([rest, rest === "" || rest.startsWith("?") ? `/${rest}` : rest].map(bare)).toContain(
              bare(sent),
            )
            expect(path.startsWith("/")).toBe(true)
            // Spaces and control characters never come this far: HTTP has no place for them, and URL drops some.
            if (!/[\0- ]/.test(path)) expect(depth(new URL(`http://a${path}`).pathname)).toBe(depth(path))
          },
        ),
      )
      expect(Math.min(taken, refused)).toBeGreaterThan(numRuns / 20)
    },
    long,
  )

  it(
    "matches or refuses every path, and decodes its parameters once",
    () => {
      const table = createRouteTable<string>()
      for (const path of ["/", "/a", "/a/:x", "/:x/a/:y", "/__proto__/:x", "/f/*"])
        addRoute(table, "GET", parsePattern(path), path)
      hold(
        fc.property(
          texts.map((text) => `/${text}`),
          (path) => {
            const found = outcomeOf(() => resolve(table, "GET", path))
            const again = outcomeOf(() => resolve(table, "GET", path))
            expect(again).toEqual(found)
            expect(found === "PATH_MALFORMED").toBe(decoded(path) === undefined)
            if (found === undefined || typeof found === "string") return
            const segments = path.split("/").map((segment) => decoded(segment))
            for (const [at, name] of found.names.entries())
              if (name !== "*") expect(segments).toContain(found.values[at])
          },
        ),
      )
    },
    long,
  )
})
