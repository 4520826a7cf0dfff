import { dto, type OutputOf } from "trivet"

/** A user as clients see it. The password's hash and the role have no place in it. */
export const User = dto({ id: "required", email: "required", name: "required", created_at: "required" })

/** A user as clients see it. */
export type User = OutputOf<typeof User>
