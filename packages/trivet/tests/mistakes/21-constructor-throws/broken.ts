// A constructor fails.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class Settings {
  readonly address: string

  // here
  constructor() {
    const { address } = JSON.parse("{}") as { address?: string }
    if (address === undefined) throw new Error("address is not set")
    this.address = address
  }
}

class AddressController {
  readonly #settings = inject(Settings)

  routes() {
    return [get("/address", () => this.#settings.address)]
  }
}

export const root = module({ name: "settings", declarations: [AddressController, Settings] })
export const call = { method: "GET", path: "/address" }
export const expected = {
  code: "CONSTRUCTION_FAILED",
  chain: ["AddressController", "Settings"],
} satisfies Expected
