import type { Generation } from "@trivet/auth"
import { z } from "zod"

/** A user as clients see it. The password's hash and the role have no place in it. */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  created_at: z.string().nullable(),
})

/** A user as clients see it. */
export type User = z.infer<typeof User>

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

/** A user who has logged in, and the generation of what the login creates. */
export interface LoggedIn {
  readonly user: StoredUser
  readonly generation: Generation
}

/** What clients may see of a user. */
export function publicUser({ id, email, name, created_at }: StoredUser): User {
  return { id, email, name, created_at: created_at.toISOString() }
}

/** What tokens say of a user. */
export function tokenUser({ id, email, role }: StoredUser) {
  return { user_id: id, email, role }
}
