import { contract, dto } from "trivet"
import { User } from "./user.ts"

/** What registers a user. */
export const RegisterDTO = dto({
  email: "required,email",
  password: "required,min=8",
  name: "required,line,max=200",
})

/** What logs a user in. */
export const LoginDTO = dto({ email: "required,email", password: "required" })

const Refusal = dto({ error: "required" })

/** The two routes of authentication. */
export const Auth = contract({
  register: {
    method: "POST",
    path: "/auth/register",
    accepts: { body: RegisterDTO },
    returns: { 201: User, 400: Refusal, 429: Refusal },
    summary: "Register",
  },
  login: {
    method: "POST",
    path: "/auth/login",
    accepts: { body: LoginDTO },
    returns: { 200: dto({ token: "required" }), 401: Refusal, 429: Refusal },
    summary: "Get a token that is good for 24 hours",
  },
})
