// Tokens without a role, behind a guard that provides one.
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

export const root = appWith({ claims: "short" })
export const expected = { code: "AUTH_ROLE_MISSING" } satisfies Expected
