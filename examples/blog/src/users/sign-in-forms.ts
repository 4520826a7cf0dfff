import { dto } from "trivet"

/** What is typed to sign in, and where to go on afterwards. */
export const SignInForm = dto({ email: "required,email", password: "required", next: "" })

/** What the fields are called where something is wrong with them. */
export const labels = { email: "E-mail address", password: "Password", name: "Name" } as const
