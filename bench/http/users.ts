/** What a client may send to make a user. */
export interface NewUser {
  readonly name: string
  readonly email: string
  readonly age: number
}

/** A user as every server sends it. */
export interface User extends NewUser {
  readonly id: string
  readonly role: string
  readonly active: boolean
  readonly created_at: string
}

const created_at = "2026-01-01T00:00:00.000Z"

/** The user that every server has under an id. */
export function userOf(id: string): User {
  return {
    id,
    name: "Ada Lovelace",
    email: "ada@example.com",
    age: 36,
    role: "user",
    active: true,
    created_at,
  }
}

/** The user that every server makes of what was sent. */
export function createUser({ name, email, age }: NewUser): User {
  return { id: "u1", name, email, age, role: "user", active: true, created_at }
}

/** The one check of a body for the servers whose framework has none of its own; `undefined` when it is refused. */
export function parseNewUser(value: unknown): NewUser | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const { name, email, age } = value as { readonly [Field in keyof NewUser]?: unknown }
  if (typeof name !== "string" || name === "") return undefined
  if (typeof email !== "string" || !emailShape.test(email)) return undefined
  if (typeof age !== "number" || !Number.isSafeInteger(age) || age < 0) return undefined
  return { name, email, age }
}

const emailShape = /^[^\s@]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i

/** The body of a refused call. */
export const refusal = { error: "Invalid request" } as const

/**
 * How often each of the three middlewares was passed. They only count: `GET /passes` then tells whether a server
 * really runs all three.
 */
export const passes: [first: number, second: number, third: number] = [0, 0, 0]
