// A provider connects, and gives a promise.
import { get, inject, module, provide } from "trivet"
import type { Expected } from "../expected.ts"

class Database {
  connected = false

  async connect() {
    await Promise.resolve()
    this.connected = true
    return this
  }
}

class HealthController {
  readonly #db = inject(Database)

  routes() {
    return [get("/health", () => ({ connected: this.#db.connected }))]
  }
}

export const root = module({
  name: "health",
  declarations: [
    HealthController,
    // @ts-expect-error a promise of a database is not a database
    provide(Database, () => new Database().connect()), // here
  ],
})
export const call = { method: "GET", path: "/health" }
export const expected = { code: "PROVIDER_ASYNC", chain: ["HealthController", "Database"] } satisfies Expected
