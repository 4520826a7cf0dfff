// Fixed as the fault says.
import { get, inject, module, provide, token } from "trivet"

const Store = token<string[]>("Store")
const MemoryModule = module({
  name: "memory",
  exports: [Store],
  declarations: [provide(Store, () => ["in memory"])],
})

class FilesController {
  readonly #store = inject(Store)

  routes() {
    return [get("/files", () => this.#store)]
  }
}

export const root = module({
  name: "files",
  imports: [MemoryModule],
  declarations: [FilesController],
})
export const call = { method: "GET", path: "/files" }
