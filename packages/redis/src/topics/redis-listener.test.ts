import { getEventListeners } from "node:events"
import { expect, it, vi } from "vitest"
import { RedisListener } from "./redis-listener.ts"
import { redisSettingsOf } from "../connection/redis-settings.ts"

it("keeps nothing of connections that could not be opened", async () => {
  const listened = vi.spyOn(AbortSignal.prototype, "addEventListener")
  const listener = new RedisListener(redisSettingsOf({ url: "redis://127.0.0.1:1" }))
  const quiet = { hear: () => undefined, lost: () => undefined, back: () => undefined }
  await expect(listener.listen("a", quiet)).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => listened.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(6)
  const signals = new Set(listened.mock.contexts as AbortSignal[])
  // One of the attempt that is made now, or of the pause before it.
  for (const signal of signals) expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(2)
  await listener.close()
  listened.mockRestore()
})
