import { dto } from "trivet"

/** What registers a user. */
export const RegisterDTO = dto({
  email: "required,email",
  password: "required,min=8",
  name: "required,line,max=200",
})
