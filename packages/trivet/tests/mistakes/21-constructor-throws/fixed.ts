// Fixed as the fault says.
import { get, inject, module } from "trivet"

class Settings {
  readonly address: string

  constructor() {
    const { address } = JSON.parse('{"address":"1 Main Street"}') as { address?: string }
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
