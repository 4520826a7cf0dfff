import { inject } from "trivet"
import { Settings } from "./settings.ts"
import { UsersService } from "./users-module.ts"

export class PostsService {
  readonly #users = inject(UsersService)
  readonly #settings = inject(Settings)

  all() {
    return [{ id: "1", title: this.#settings.title, author: this.#users.nameOf("1") }]
  }
  find(id: string) {
    return this.all().find((post) => post.id === id)
  }
}
