import { dto } from "trivet"

/** What logs a user in. */
export const LoginDTO = dto({ email: "required,email", password: "required" })
