// A module exports what only it uses itself.
import { get, inject, module } from "trivet"
import type { Expected } from "../expected.ts"

class Hashes {
  make(text: string) {
    return text.length
  }
}

class UsersController {
  readonly #hashes = inject(Hashes)

  routes() {
    return [get("/users", () => this.#hashes.make("a"))]
  }
}

// here
const UsersModule = module({ name: "users", exports: [Hashes], declarations: [UsersController, Hashes] })

export const root = module({ name: "app", imports: [UsersModule] })
export const expected = { code: "EXPORT_UNUSED" } satisfies Expected
