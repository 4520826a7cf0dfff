// A list of secrets, one of which comes from a variable that is not set.
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

export const root = appWith({
  secret: ["0123456789abcdef".repeat(4), process.env["OLD_SECRET_OF_NOBODY"] ?? ""],
})
export const expected = { code: "AUTH_SECRET_EMPTY" } satisfies Expected
