import { isUniqueViolation } from "@trivet/postgres"
import { sql } from "kysely"
import { inject } from "trivet"
import { Db } from "../database/db.ts"
import { asStore } from "../database/store-failure.ts"
import type { User } from "./user.ts"

/** A user to be stored. */
export interface NewUser {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The hash. */
  readonly password: string
  readonly created_at: Date
}

/** What login needs of a user. */
export interface Login {
  readonly id: string
  readonly email: string
  readonly password: string
}

/** The message for an e-mail address that is already registered. */
export const emailTaken = "email already registered"

/** Users in PostgreSQL. E-mail addresses are unique, ignoring case. */
export class UsersStore {
  readonly #db = inject(Db)
  readonly #idByEmail = this.#db.prepare((db, email: string) =>
    db
      .selectFrom("users")
      .select("id")
      .where(sql<boolean>`lower(email) = lower(${email})`),
  )
  readonly #loginById = this.#db.prepare((db, id: string) =>
    db.selectFrom("users").select(["id", "email", "password"]).where("id", "=", id),
  )
  readonly #byId = this.#db.prepare((db, id: string) =>
    db.selectFrom("users").select(["id", "email", "name", "created_at"]).where("id", "=", id),
  )

  /** Stores a user. */
  async insert(user: NewUser): Promise<User> {
    const insert = this.#db.insertInto("users").values(user).execute()
    await asStore("users", insert, (error) =>
      isUniqueViolation(error, "users_email") ? emailTaken : undefined,
    )
    const { id, email, name, created_at } = user
    return { id, email, name, created_at: created_at.toISOString() }
  }

  /** The id of the user of an e-mail address. */
  async findId(email: string): Promise<string | undefined> {
    return (await asStore("users", this.#idByEmail.first(email)))?.id
  }

  /** The user of an id, with the hash. */
  findLogin(id: string): Promise<Login | undefined> {
    return asStore("users", this.#loginById.first(id))
  }

  /** The user of an id. */
  async find(id: string): Promise<User | undefined> {
    const row = await asStore("users", this.#byId.first(id))
    return row && { ...row, created_at: row.created_at.toISOString() }
  }
}
