import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { judgeHead, withBody, withoutBody } from "../../../src/engine/node/call/judge-head.ts"
import { AttackedProcess } from "../attacked-process.ts"
import { head } from "../framing/framing-case.ts"
import { hold, long, numRuns, textsOf } from "./reading.ts"

/** Headers by lower-case name, several lines joined as HTTP says. */
function joined(lines: readonly (readonly [string, string])[]): Map<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of lines) {
    const lower = name.toLowerCase()
    const text = value.replaceAll(/^[ \t]+|[ \t]+$/g, "")
    const known = map.get(lower)
    map.set(lower, known === undefined ? text : `${known}, ${text}`)
  }
  return map
}

describe("the reader of headers", () => {
  const names = fc.constantFrom(
    "Host",
    "host",
    "HOST",
    "Transfer-Encoding",
    "transfer-encoding",
    "Content-Length",
    "__proto__",
    "constructor",
    "X",
    "Date",
    "Via",
    "If-Modified-Since",
  )
  const values = fc.oneof(
    fc.constantFrom(
      "a",
      "a:80",
      "[::1]",
      "a b",
      "",
      "chunked",
      "CHUNKED",
      "gzip, chunked",
      "a@b",
      "localhost",
    ),
    textsOf(".", ":", "/", "@"),
  )

  it(
    "refuses a head exactly where the rules do",
    () => {
      let refusals = 0
      hold(
        fc.property(
          fc.array(fc.tuple(names, values), { maxLength: 6 }),
          fc.constantFrom(0, 1),
          (lines, minor) => {
            const linesOf = (wanted: string) =>
              lines.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
            const hosts = linesOf("host")
            const codings = linesOf("transfer-encoding")
            const proper =
              hosts.length <= 1 &&
              (hosts.length === 1 || minor === 0) &&
              hosts.every((host) => /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i.test(host)) &&
              codings.length <= minor &&
              codings.every((coding) => coding.toLowerCase() === "chunked")
            const verdict = judgeHead({
              rawHeaders: lines.flat(),
              httpVersionMajor: 1,
              httpVersionMinor: minor,
            })
            const lengths = linesOf("content-length")
            const announced = codings.length > 0 || lengths.some((length) => length !== "0")
            if (proper) expect(verdict).toBe(announced ? withBody : withoutBody)
            else expect(verdict).toBeGreaterThanOrEqual(400)
            if (!proper) refusals++
          },
        ),
      )
      expect(refusals).toBeGreaterThan(numRuns / 10)
      expect(refusals).toBeLessThan(numRuns)
    },
    long,
  )

  describe("over a socket", () => {
    let attacked: AttackedProcess
    beforeAll(async () => {
      attacked = await AttackedProcess.start()
    })
    afterAll(() => attacked.stop())

    it(
      "gives every header of a call, several lines joined, whatever its name",
      async () => {
        const name = fc.oneof(
          fc.constantFrom(
            "__proto__",
            "constructor",
            "toString",
            "valueOf",
            "x-a",
            "X-A",
            "accept",
            "etag",
            "set-cookie",
            "authorization",
          ),
          fc.string({
            unit: fc.constantFrom(..."abzAZ09!#$%&'*+-.^_`|~".split("")),
            minLength: 1,
            maxLength: 12,
          }),
        )
        const value = fc.string({
          unit: fc.constantFrom(...'aZ0 \t,;:="%()/@é\xff'.split("")),
          maxLength: 20,
        })
        const calls = fc.sample(fc.array(fc.tuple(name, value), { maxLength: 8 }), { numRuns })
        const socket = await attacked.open()
        for (let from = 0; from < calls.length; from += 100) {
          const some = calls.slice(from, from + 100)
          socket.write(
            some.map((lines) => head("GET /framed", ...lines.map((line) => line.join(": ")))).join(""),
          )
          for (const lines of some) {
            const reply = await socket.reply()
            expect(reply?.status).toBe(200)
            const got = JSON.parse(reply!.body) as { names: [string, string][] }
            expect(new Map(got.names)).toEqual(joined(lines))
          }
        }
        socket.end()
        await attacked.untouched()
        await attacked.unharmed("")
      },
      long,
    )
  })
})
