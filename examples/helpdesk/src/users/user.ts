import { dto, type OutputOf } from "trivet"

/** A user as clients see it. The password's hash and the role have no place in it. */
export const User = dto({ id: "required", email: "required", name: "required", created_at: "required" })

/** A user as clients see it. */
export type User = OutputOf<typeof User>

/** A user as it is stored. */
export interface StoredUser {
  readonly id: string
  readonly email: string
  /** The hash. */
  readonly password: string
  readonly name: string
  readonly role: string
  readonly created_at: Date
}

/** What clients may see of a user. */
export function publicUser({ id, email, name, created_at }: StoredUser): User {
  return { id, email, name, created_at: created_at.toISOString() }
}
