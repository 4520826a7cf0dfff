import type { User } from "./user.ts"

/** Keeps users, for as long as the process runs. Both versions of the API share it. */
export class UsersService {
  readonly #users = new Map<string, User>([
    ["1", { id: "1", email: "ada@lovelace.example", first: "Ada", last: "Lovelace", hash: "$2b$…" }],
    ["2", { id: "2", email: "alan@turing.example", first: "Alan", last: "Turing", hash: "$2b$…" }],
  ])
  #next = 3

  all(): readonly User[] {
    return [...this.#users.values()]
  }

  find(id: string): User | undefined {
    return this.#users.get(id)
  }

  add(user: Omit<User, "id" | "hash">): User {
    const added = { ...user, id: String(this.#next++), hash: "$2b$…" }
    this.#users.set(added.id, added)
    // An example that is left running must not grow for ever.
    if (this.#users.size > 1000) this.#users.delete(this.#users.keys().next().value ?? "")
    return added
  }

  replace(id: string, user: Omit<User, "id" | "hash">): User | undefined {
    const present = this.#users.get(id)
    if (present === undefined) return undefined
    const replaced = { ...present, ...user }
    this.#users.set(id, replaced)
    return replaced
  }

  remove(id: string): boolean {
    return this.#users.delete(id)
  }
}
