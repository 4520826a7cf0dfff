import { isUniqueViolation } from "@trivet/postgres"
import { sql } from "kysely"
import { inject } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import { asStore } from "../database/store-failure.ts"
import type { StoredUser } from "./user.ts"

/** Users in PostgreSQL. Two of the same e-mail address cannot be: a unique index decides, however it is spelt. */
export class UsersStore {
  readonly #db = inject(Db)
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
    return isUuid(id) ? asStore(this.#byId.first(id)) : undefined
  }

  /** The user of an e-mail address, however it is spelt. */
  findByEmail(email: string): Promise<StoredUser | undefined> {
    return asStore(this.#byEmail.first(email))
  }

  /** Stores a user; false when the e-mail address has one already. */
  async insert(user: StoredUser): Promise<boolean> {
    try {
      await this.#db.insertInto("users").values(user).execute()
      return true
    } catch (error) {
      if (isUniqueViolation(error, "users_email")) return false
      return asStore(Promise.reject(error as Error))
    }
  }

  /** Replaces the hash of a user's password by another one of the same password. Does nothing if the password has changed. */
  async renewHash({ id, password: old }: StoredUser, password: string): Promise<void> {
    const update = this.#db.updateTable("users").set({ password }).where("id", "=", id)
    await asStore(update.where("password", "=", old).execute())
  }

  /** Gives a user a role. */
  async setRole(id: string, role: string): Promise<void> {
    await asStore(this.#db.updateTable("users").set({ role }).where("id", "=", id).execute())
  }
}
