import { randomUUID } from "node:crypto"
import { Passwords } from "@trivet/auth"
import { isUniqueViolation } from "@trivet/postgres"
import { sql } from "kysely"
import { dto, inject, type OutputOf, PublicError } from "trivet"
import { Db } from "../database/db.ts"

export const Credentials = dto({ email: "required,email", password: "required,min=8" })
export type Credentials = OutputOf<typeof Credentials>

/** Registers and recognizes users. */
export class UsersService {
  readonly #db = inject(Db)
  readonly #passwords = inject(Passwords)

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

  /** The id of the user. */
  async login({ email, password }: Credentials): Promise<string> {
    const user = await this.#db
      .selectFrom("users")
      .selectAll()
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst()
    const isRight = await this.#passwords.verify(password, user?.password)
    if (user === undefined || !isRight) throw new PublicError(401, "Wrong address or password")
    return user.id
  }
}
