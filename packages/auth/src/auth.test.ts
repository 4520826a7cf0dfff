import { get, KeyValue, type MiddlewareEntry, MemoryKeyValue, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { AccessTokens, auth, BearerAuth, SessionAuth, Sessions } from "./index.ts"

/** An application in production without a secret, behind a guard. */
function startWith(guard: MiddlewareEntry) {
  class Pages {
    routes() {
      return [get("/", () => "page", { middlewares: [guard] })]
    }
  }
  const stores = module({
    name: "stores",
    exports: [KeyValue],
    declarations: [provide(KeyValue, () => new MemoryKeyValue())],
  })
  const pieces = auth({ settings: { production: true }, imports: [stores] })
  return createTestApp(module({ name: "app", imports: [pieces], declarations: [Pages] }))
}

describe("a secret of access tokens", () => {
  it("is required in production where they are injected, at boot", async () => {
    const failed = startWith(BearerAuth)
    await expect(failed).rejects.toMatchObject({ faults: [{ code: "AUTH_SECRET_TOO_SHORT" }] })
    await expect(failed).rejects.toThrow(/fix: .*\n +more: npx trivet explain AUTH_SECRET_TOO_SHORT$/m)
  })

  it("is not required where only sessions are", async () => {
    const app = await startWith(SessionAuth)
    expect(app.get(Sessions)).toBeInstanceOf(Sessions)
    expect(() => app.get(AccessTokens)).toThrow("made only if something injects it")
    expect((await app.fetch(new Request("http://a.example/"))).status).toBe(401)
  })
})
