import { describe, expect, it } from "vitest"
import { createTestLog } from "../../testing/test-log.ts"
import { TestIncoming, type TestRequest } from "../../testing/test-incoming.ts"
import { Call } from "../call.ts"
import { requestOf } from "./request-of.ts"

const settings = { log: createTestLog().log, bodyLimit: 100, production: false }
const call = (method: string, target: string, request: TestRequest = {}) =>
  new Call(settings, new TestIncoming(method, target, request), undefined)
const to = (host: string) => ({ headers: { host } })

describe("requestOf", () => {
  it.each([
    ["/a/b?c=d", "a", "http://a/a/b?c=d"],
    ["/a%2fb//c/%41?%20", "a:80", "http://a/a%2fb//c/%41?%20"],
    ["/", "A.example:8080", "http://a.example:8080/"],
    ["/a;b=c@d:e", "[::1]:1", "http://[::1]:1/a;b=c@d:e"],
    ["//a", "b", "http://b//a"],
  ])("keeps the path %s, sent to %s", (target, host, url) => {
    expect(requestOf(call("GET", target, to(host))).url).toBe(url)
  })

  it.each([
    ['/a"', "a"],
    ["/a b", "a"],
    ["/ä", "a"],
    ["/a\tb", "a"],
    ["/a/../b", "a"],
    ["/a\\b", "a"],
    ["/a", ""],
    ["/", ""],
    ["//a", ""],
    ["/a", "u@a"],
    ["/a", "u:p@a"],
    ["/a", "a/b"],
    ["/a", "a b"],
    ["/a", "a:b"],
    ["/a", "a#"],
    ["/a", "a?"],
  ])("rejects the path %j, sent to %j", (target, host) => {
    expect(() => requestOf(call("GET", target, to(host)))).toThrow(
      expect.objectContaining({ code: "URL_UNAVAILABLE", status: 400 }) as Error,
    )
  })

  it("has the method, the headers and the body, which is read when it is asked for", async () => {
    const posted = call("POST", "/a", { headers: { "x-a": "1", cookie: "a=b; c=d" }, body: "text" })
    const request = requestOf(posted)
    expect([request.method, request.headers.get("x-a"), request.headers.get("cookie")]).toEqual([
      "POST",
      "1",
      "a=b; c=d",
    ])
    expect(await posted.request().body()).toHaveLength(4)
    // Somebody else was first.
    await expect(request.text()).rejects.toMatchObject({ code: "BODY_TAKEN" })
    expect(await requestOf(call("PUT", "/a", { body: "text" })).text()).toBe("text")
  })

  it("has no body, and says nothing of one, with GET, HEAD and where there is none", () => {
    const headers = { "content-length": "4" }
    for (const method of ["GET", "HEAD"]) {
      const request = requestOf(call(method, "/a", { headers, body: "text" }))
      expect([request.body, request.headers.get("content-length")]).toEqual([null, null])
    }
    expect(requestOf(call("DELETE", "/a")).body).toBeNull()
  })

  it("is aborted with its call", () => {
    const controller = new AbortController()
    const { signal } = requestOf(call("GET", "/a", { signal: controller.signal }))
    controller.abort()
    expect(signal.aborted).toBe(true)
  })
})
