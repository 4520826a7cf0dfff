// An algorithm of password hashes that does not exist.
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

// @ts-expect-error only bcrypt and argon2id exist; settings from a file are not compiled
export const root = appWith({ passwords: "argon2" })
export const expected = { code: "AUTH_PASSWORDS_INVALID" } satisfies Expected
