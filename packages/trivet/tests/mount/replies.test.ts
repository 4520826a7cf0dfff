import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Way } from "./answer.ts"
import { createLibraries } from "./libraries.ts"
import { ways } from "./ways.ts"

const libraries = await createLibraries()
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]

describe.each(Object.entries(libraries))("%s, mounted", (_, { handler, alone }) => {
  let bare: Way
  beforeAll(async () => {
    bare = await alone()
  })
  afterAll(() => bare.stop())

  describe.each(Object.entries(ways))("under %s", (_way, start) => {
    let way: Way
    beforeAll(async () => {
      way = await start(handler)
    })
    afterAll(() => way.stop())

    it.each(methods)("replies to %s as it does alone", async (method) => {
      const hasBody = method !== "GET" && method !== "HEAD"
      const headers = { "x-mark": "m", ...(hasBody && { "content-type": "text/plain" }) }
      const sent = { headers, ...(hasBody && { body: "a body – with UTF-8" }) }
      const reply = await way.send(method, "/m/echo/a%2Fb//c?q=%20x&y", sent)
      expect(reply).toEqual(await bare.send(method, "/m/echo/a%2Fb//c?q=%20x&y", sent))
      expect(reply).toMatchObject({
        status: 201,
        mark: "yes",
        cookies: [expect.any(String), expect.any(String)],
      })
      if (method !== "HEAD")
        expect(JSON.parse(reply.body)).toMatchObject({ method, path: "/m/echo/a%2Fb//c?q=%20x&y" })
    })

    it("replies at the path itself", async () => {
      const reply = await way.send("GET", "/m")
      expect(reply).toEqual(await bare.send("GET", "/m"))
      expect(reply).toMatchObject({ status: 302, location: "/m/echo/here" })
    })

    it("replies to a POST and a DELETE without a body", async () => {
      for (const method of ["POST", "DELETE"])
        expect(await way.send(method, "/m/echo/x")).toEqual(await bare.send(method, "/m/echo/x"))
    })
  })
})
