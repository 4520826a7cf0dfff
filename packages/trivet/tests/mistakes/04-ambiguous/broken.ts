// Two imported modules export the same token.
import { get, inject, module, provide, token } from "trivet"
import type { Expected } from "../expected.ts"

const Store = token<string[]>("Store")
const MemoryModule = module({
  name: "memory",
  exports: [Store],
  declarations: [provide(Store, () => ["in memory"])],
})
const DiskModule = module({
  name: "disk",
  exports: [Store],
  declarations: [provide(Store, () => ["on disk"])],
})

class FilesController {
  readonly #store = inject(Store) // here

  routes() {
    return [get("/files", () => this.#store)]
  }
}

export const root = module({
  name: "files",
  imports: [MemoryModule, DiskModule],
  declarations: [FilesController],
})
export const call = { method: "GET", path: "/files" }
export const expected = { code: "TOKEN_AMBIGUOUS", chain: ["FilesController", "Store"] } satisfies Expected
