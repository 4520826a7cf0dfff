import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

// TRIVET_LONG=1 resolves a million paths, otherwise 100,000.
const count = process.env["TRIVET_LONG"] === "1" ? 1_000_000 : 100_000
const router = join(import.meta.dirname, "../../src/router")
const program = `
  const { parsePattern } = await import(process.argv[1] + "/pattern.ts")
  const { addRoute, createRouteTable } = await import(process.argv[1] + "/route-table.ts")
  const { resolve } = await import(process.argv[1] + "/resolve.ts")
  function makeTable() {
    const table = createRouteTable()
    for (const path of ["/users/:id", "/users/:id/posts/:post", "/files/*"]) {
      addRoute(table, "GET", parsePattern(path), path)
    }
    return table
  }
  const query = "?" + "q".repeat(32000)
  let found = 0
  function run(table, from, to) {
    for (let i = from; i < to; i++) {
      const id = (i * 7919).toString(36).padStart(20, "0")
      const paths = ["/users/" + id, "/users/" + id + "/posts/" + i, "/files/some/long/directory/" + id, "/none/" + id]
      const path = paths[i % 4]
      if (resolve(table, "GET", path) !== undefined) found++
      // Some come again, so that they are cached, and as slices of a long URL, as a server cuts them.
      if (i % 11 === 0) {
        const url = Buffer.from(path + query, "latin1").latin1Slice()
        for (let again = 0; again < 40; again++) resolve(table, "GET", url.slice(0, path.length))
      }
    }
  }
  run(makeTable(), 0, 10000)
  const table = makeTable()
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  run(table, 10000, 10000 + Number(process.argv[2]))
  globalThis.gc()
  const grown = process.memoryUsage().heapUsed - before
  const entries = table.cache.slots.filter((slot) => slot !== undefined).length
  console.log(JSON.stringify({ found, grown, entries }))
`

describe("the cache of resolve", () => {
  it(`holds at most 1,000 paths and no memory of ${count} others`, async () => {
    const args = ["--expose-gc", "--input-type=module", "-e", program, router, String(count)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { found, grown, entries } = JSON.parse(stdout) as Record<"found" | "grown" | "entries", number>
    expect(found).toBe((10_000 + count) * 0.75)
    expect(entries).toBeLessThanOrEqual(1000)
    expect(entries).toBeGreaterThan(500)
    expect(grown).toBeLessThan(10 * 1024 * 1024)
  })
})
