import { afterEach, describe, expect, it } from "vitest"
import type { Context } from "../context/context.ts"
import type { Next } from "../context/middleware.ts"
import { PublicError } from "../fault/public-error.ts"
import { get } from "../module/routes/make-route.ts"
import { module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import { web } from "../platform/web/web.ts"
import { createTestApp, type TestApp } from "../testing/create-test-app.ts"
import { events } from "./events.ts"

let app: TestApp | undefined
let asked = 0
let decide: () => void = () => undefined

afterEach(async () => {
  await app?.stop()
  app = undefined
})

class Guard {
  readonly security = { name: "any", scheme: { type: "http", scheme: "bearer" } } as const

  handle(_ctx: Context, next: Next) {
    asked++
    decide()
    return next()
  }
}

/** Whether the source was told to stop. */
let isStopped = false

class Feed {
  routes() {
    return [get("/feed", this.feed, { middlewares: [Guard] }), get("/open", this.feed)]
  }
  feed() {
    isStopped = false
    const wait = { [Symbol.asyncIterator]: () => ({ next: waitForever, return: stop }) }
    return events(wait as AsyncIterable<{ data: string }>, { heartbeat: 100 })
  }
}

function waitForever(): Promise<never> {
  return new Promise(() => undefined)
}
async function stop() {
  isStopped = true
  return { done: true, value: undefined }
}

async function open(path: string, platform = api()): Promise<ReadableStreamDefaultReader> {
  asked = 0
  decide = () => undefined
  app = await createTestApp(module({ name: "feeds", declarations: [Feed] }), { platform })
  return (await app.fetch(new Request(`http://localhost${path}`))).body!.getReader()
}

async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}

describe("events() behind a guard", () => {
  it.each([
    ["api", api()],
    ["web", web()],
  ])("end within two seconds after the guard rejects the request: %s", async (_name, platform) => {
    const reader = await open("/feed", platform)
    await expect.poll(async () => (await reader.read(), asked)).toBeGreaterThan(1)
    decide = () => {
      throw new PublicError(401, "Unauthorized")
    }
    const began = performance.now()
    await readToEnd(reader)
    // The interval is one second; the rest is for a busy machine.
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(isStopped).toBe(true)
  })

  it("stay open while the guard fails, and are not asked about after their end", async () => {
    const reader = await open("/feed")
    decide = () => {
      throw new Error("the store is gone")
    }
    await expect.poll(async () => (await reader.read(), asked)).toBeGreaterThan(2)
    await reader.cancel()
    const before = asked
    await new Promise((go) => setTimeout(go, 1_500))
    expect(asked).toBe(before)
    expect(isStopped).toBe(true)
  })
})
