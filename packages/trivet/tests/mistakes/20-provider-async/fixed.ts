// Fixed as the fault says.
import { get, inject, module, provide } from "trivet"

class Database {
  connected = false

  async onStart() {
    await Promise.resolve()
    this.connected = true
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
  declarations: [HealthController, provide(Database, () => new Database())],
})
export const call = { method: "GET", path: "/health" }
