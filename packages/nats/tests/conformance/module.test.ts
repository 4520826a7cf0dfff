import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { inject, MemoryTopics, module, provide, token, Topics } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { NatsConnection, nats, type NatsOptions, NatsTopics } from "../../src/index.ts"
import { PrivateNats } from "../../src/testing.ts"

let server: PrivateNats
const apps: TestApp[] = []

beforeAll(async () => {
  server = await PrivateNats.start()
})
afterAll(async () => {
  await server.stop()
  server.forget()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const app of apps.splice(0)) await app.stop()
})

async function start(options: NatsOptions, settings: Parameters<typeof createTestApp>[1] = {}) {
  const app = await createTestApp(module({ name: "app", imports: [nats(options)] }), settings)
  apps.push(app)
  return app
}

describe("nats", () => {
  it("gives topics on a connection that it opens and closes", async () => {
    const app = await start({ url: server.url, prefix: "app" })
    expect(app.get(Topics)).toBeInstanceOf(NatsTopics)
    expect(app.started.map(({ name }) => name)).toContain("NatsConnection")
    expect(await app.get(NatsConnection).onHealth()).toBeUndefined()
    const connection = app.get(NatsConnection)
    await app.stop()
    apps.length = 0
    await expect(connection.client()).rejects.toMatchObject({ status: 503 })
  })

  it("takes its URL from NATS_URL, or from a function that may inject", async () => {
    vi.stubEnv("NATS_URL", server.url)
    expect((await start({ prefix: "app" })).get(Topics)).toBeInstanceOf(NatsTopics)
    vi.stubEnv("NATS_URL", "")
    const Address = token<string>("address")
    const settings = { provide: [provide(Address, () => server.url)] }
    const app = await start({ prefix: "app", url: () => inject(Address) }, settings)
    expect(app.get(Topics)).toBeInstanceOf(NatsTopics)
  })

  it("keeps topics in memory if nothing says where NATS is, and logs it; in production that is a fault", async () => {
    vi.stubEnv("NATS_URL", "")
    const app = await start({ prefix: "app" })
    expect(app.get(Topics)).toBeInstanceOf(MemoryTopics)
    expect(app.logs.map(({ msg }) => msg)).toEqual([expect.stringContaining("NATS_URL is not set")])
    await expect(start({ prefix: "app" }, { production: true })).rejects.toThrow(
      /^1 fault.*NATS_URL_MISSING/s,
    )
  })

  it("does not start without a server, without JetStream, and with a prefix that is a subject", async () => {
    const gone = await PrivateNats.start([])
    const options = { url: gone.url, prefix: "app", startWait: 300 }
    await expect(start(options)).rejects.toThrow(/NATS_STREAM_FAILED|JetStream/)
    await gone.stop()
    await expect(start(options)).rejects.toThrow(/is not available/)
    gone.forget()
    await expect(start({ url: server.url, prefix: "a.b" })).rejects.toThrow(/prefix/)
  })

  it("passes user, password and token on, and shows neither", async () => {
    for (const [args, right, wrong] of [
      [["--user", "ada", "--pass", "h:sh"], "ada:h%3Ash", "ada:hush"],
      [["--auth", "t0ken"], "t0ken", "hush"],
    ] as const) {
      const own = await PrivateNats.start(["-js", ...args])
      const at = (user: string) => ({ url: `nats://${user}@127.0.0.1:${own.port}`, prefix: "app" })
      await (await start(at(right))).get(Topics).publish("a", 1)
      const refusal = await start(at(wrong)).catch((error: unknown) => error)
      expect(String(refusal)).toMatch(/is not available/)
      expect(String(refusal)).not.toContain("hush")
      for (const app of apps.splice(0)) await app.stop()
      await own.stop()
      own.forget()
    }
  })
})
