import { isUniqueViolation } from "@trivet/postgres"
import { sql } from "kysely"
import { inject } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { StoredUser } from "./user.ts"

/** Users in PostgreSQL. Two of the same e-mail address cannot be: a unique index decides, however it is spelt. */
export class UsersStore {
  readonly #db = inject(Db)
  // Compiled once, when the application starts.
  readonly #byId = this.#db.prepare((db, id: string) =>
    db.selectFrom("users").selectAll().where("id", "=", id),
  )
  readonly #byEmail = this.#db.prepare((db, email: string) =>
    db
      .selectFrom("users")
      .selectAll()
      .where(sql<boolean>`lower(email) = lower(${email})`),
  )

  /** The user of an id. */
  async find(id: string): Promise<StoredUser | undefined> {
    return isUuid(id) ? this.#byId.first(id) : undefined
  }

  /** The user of an e-mail address, however it is spelt. */
  findByEmail(email: string): Promise<StoredUser | undefined> {
    return this.#byEmail.first(email)
  }

  /** Stores a user; false when the e-mail address has one already. */
  async insert(user: StoredUser): Promise<boolean> {
    try {
      await this.#db.insertInto("users").values(user).execute()
      return true
    } catch (error) {
      if (isUniqueViolation(error, "users_email")) return false
      throw error
    }
  }
}
