import { randomUUID } from "node:crypto"
import { Passwords, Revocations } from "@trivet/auth"
import { isUniqueViolation } from "@trivet/postgres"
import { sql } from "kysely"
import { dto, inject, type OutputOf, PublicError } from "trivet"
import { Db } from "../database/db.ts"

export const Credentials = dto({ email: "required,email", password: "required,min=8" })
export type Credentials = OutputOf<typeof Credentials>

// No user has this id. It stands for an unknown address, so that a login takes as long.
const nobody = "00000000-0000-0000-0000-000000000000"

/** Registers and recognizes users. */
export class UsersService {
  readonly #db = inject(Db)
  readonly #passwords = inject(Passwords)
  readonly #revocations = inject(Revocations)

  /** The id of the new user. */
  async register({ email, password }: Credentials): Promise<string> {
    // 400 for more than 72 bytes: bcrypt would ignore the rest.
    this.#passwords.check(password)
    const user = { id: randomUUID(), email, password: await this.#passwords.hash(password) }
    try {
      await this.#db.insertInto("users").values(user).execute()
      return user.id
    } catch (error) {
      if (isUniqueViolation(error, "users_email")) throw new PublicError(409, "This address has an account")
      throw error
    }
  }

  /** The id of the user, and the generation of the session that begins. */
  async login({ email, password }: Credentials) {
    const users = this.#db.selectFrom("users").selectAll()
    const found = await users.where(sql<boolean>`lower(email) = lower(${email})`).executeTakeFirst()
    const id = found?.id ?? nobody
    // Before the password is read: if it changes during the check, the session ends with all others.
    const generation = await this.#revocations.generationOf(id)
    const user = await users.where("id", "=", id).executeTakeFirst()
    const isRight = await this.#passwords.verify(password, user?.password)
    if (!isRight) throw new PublicError(401, "Wrong address or password")
    return { id, generation }
  }
}
