import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { api } from "../../src/api.ts"
import { toFetch } from "../../src/fetch.ts"
import { createApp } from "../../src/index.ts"
import { AttackedProcess } from "./attacked-process.ts"
import { createShelf, secret } from "./attacked/shelf.ts"
import { request } from "./requests.ts"
import { waysOut } from "./ways-out.ts"

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start()
})
afterAll(() => attacked.stop())

const refusals = [400, 404]
/** Folders are answered where their pages are, with the same address and a slash. */
const folders = ["sub"]

describe("ways out of a served folder", () => {
  it("are at least 60", () => {
    expect(new Set(waysOut).size).toBe(waysOut.length)
    expect(waysOut.length).toBeGreaterThanOrEqual(60)
  })

  it("beside ways to what is served, which are open", async () => {
    for (const way of ["open.txt", "sub/in.txt", "sub/deep/er.txt", "folder-in/in.txt"]) {
      const reply = await attacked.attack(request("GET", `/shelf/${way}`))
      expect([way, reply?.status, reply?.body]).toEqual([way, 200, "open"])
    }
  })

  it.each(["GET", "HEAD"])("are all closed, over a socket: %s", async (method) => {
    for (const way of waysOut) {
      const reply = await attacked.attack(request(method, `/shelf/${way}`), method)
      expect(refusals, `${JSON.stringify(way)} gave ${reply?.status}`).toContain(reply?.status)
      expect(reply?.text).not.toContain(secret)
    }
  })

  it("are closed also where folders have pages and files are compressed", async () => {
    for (const way of waysOut) {
      const headers = ["Accept-Encoding: br, gzip, zstd", "Range: bytes=0-5"]
      const reply = await attacked.attack(request("GET", `/shelf-pages/${way}`, headers))
      const expected = folders.includes(way) ? [308] : refusals
      expect(expected, `${JSON.stringify(way)} gave ${reply?.status}`).toContain(reply?.status)
      expect(reply?.text).not.toContain(secret)
    }
  })

  it("are closed to other methods, and to a path without the slash", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expect((await attacked.attack(request(method, "/shelf/open.txt")))?.status).toBe(404)
    expect((await attacked.attack(request("GET", "/shelf")))?.status).toBe(404)
  })

  it("are closed through fetch, where the runtime has resolved the dots before", async () => {
    const shelf = createShelf()
    const app = await createApp(shelf.module, { platform: api() })
    try {
      const fetch = toFetch(app)
      let asked = 0
      for (const way of waysOut) {
        if (!URL.canParse(`http://a/shelf/${way}`)) continue
        const reply = await fetch(new Request(`http://a/shelf/${way}`))
        const text = await reply.text()
        asked++
        expect(text).not.toContain(secret)
        // `sub/../x` is `x` to every client of a fetch runtime.
        expect([...refusals, 200], `${JSON.stringify(way)} gave ${reply.status}`).toContain(reply.status)
        if (reply.status === 200)
          expect([new URL(`http://a/shelf/${way}`).pathname, text]).toEqual(["/shelf/open.txt", "open"])
      }
      expect(asked).toBeGreaterThanOrEqual(60)
    } finally {
      await app.stop()
      shelf.remove()
    }
  })
})
