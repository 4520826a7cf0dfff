// A secret that can be guessed, in production.
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

export const root = appWith({ production: true, secret: "changeme" })
export const expected = { code: "AUTH_SECRET_TOO_SHORT" } satisfies Expected
