import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postsOf, sizes } from "./posts.ts"
import { startWays, type Ways } from "./ways.ts"

describe("the ways of a reply", () => {
  let ways: Ways
  beforeAll(async () => {
    ways = await startWays()
  })
  afterAll(() => ways?.stop())

  it("give the same posts, in the encoding that is measured", async () => {
    for (const { name, url, accept } of ways.list)
      for (const kilobytes of sizes) {
        const headers = { "accept-encoding": accept === "" ? "identity" : accept }
        const reply = await fetch(`${url}/posts/${kilobytes}`, { headers })
        expect([name, reply.headers.get("content-encoding") ?? ""]).toEqual([name, accept])
        expect(await reply.json()).toEqual(postsOf(kilobytes * 1000))
      }
  })
})
