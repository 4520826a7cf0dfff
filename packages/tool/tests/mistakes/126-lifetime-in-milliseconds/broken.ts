// A lifetime in milliseconds, where seconds are asked for.
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

export const root = appWith({ lifetimeSeconds: { access: 24 * 60 * 60 * 1000 } })
export const expected = { code: "AUTH_LIFETIME_INVALID" } satisfies Expected
