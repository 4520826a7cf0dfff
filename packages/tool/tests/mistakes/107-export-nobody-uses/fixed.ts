// Fixed as the finding says.
import { get, inject, module } from "trivet"

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

const UsersModule = module({ name: "users", declarations: [UsersController, Hashes] })

export const root = module({ name: "app", imports: [UsersModule] })
