// A cost that bcrypt does not have.
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

export const root = appWith({ cost: 3 })
export const expected = { code: "AUTH_COST_INVALID" } satisfies Expected
