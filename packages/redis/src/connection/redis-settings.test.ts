import { describe, expect, it } from "vitest"
import { redisSettingsOf } from "./redis-settings.ts"

const urlsOf = (url: string) => {
  const { urls, cluster } = redisSettingsOf({ url })
  return { urls, cluster }
}

describe("settingsOf", () => {
  it("tells one server from a cluster by the URL", () => {
    expect(urlsOf("redis://u:p@a:1/2")).toEqual({ urls: ["redis://u:p@a:1/2"], cluster: false })
    expect(urlsOf("redis-cluster://a:1")).toEqual({ urls: ["redis://a:1"], cluster: true })
    expect(urlsOf("rediss-cluster://u:p,q@r@a:1,[::1]:2,c/")).toEqual({
      urls: ["rediss://u:p,q@r@a:1", "rediss://u:p,q@r@[::1]:2", "rediss://u:p,q@r@c"],
      cluster: true,
    })
  })

  it("reads the Sentinels, the name of their master, and how the master is reached", () => {
    const { urls, cluster, master } = redisSettingsOf({ url: "rediss-sentinel://u:p,q@a:1,[::1],c/main.1/2" })
    expect(urls).toEqual(["redis://a:1", "redis://[::1]:26379", "redis://c:26379"])
    expect([cluster, master?.name, master?.urlAt("d:3")]).toEqual([false, "main.1", "rediss://u:p,q@d:3/2"])
  })

  it("raises a fault for other URLs, without showing them", () => {
    const refused = [
      "http://:hush@a",
      "redis://a:1,b:2",
      "redis-cluster://",
      "redis-cluster://:hush@",
      "redis-cluster://:hush@a:1,",
      "redis-cluster://:hush@a:1/2",
      "redis-cluster://:hush@a:1,b:x",
      "redis-cluster://:hush@a:1?b",
      "redis-sentinel://:hush@a:1",
      "redis-sentinel://:hush@a:1/",
      "redis-sentinel://:hush@a:1/main/x",
      "redis-sentinel://:hush@a:x/main",
      "redis-sentinel://:hush@/main",
    ]
    for (const url of refused) {
      expect(() => redisSettingsOf({ url }), url).toThrow(/^The URL of Redis is invalid/)
      expect(() => redisSettingsOf({ url }), url).not.toThrow(/hush/)
    }
  })
})
