import { contract } from "trivet"
import { Refusal } from "../login/login-contract.ts"
import { LoginDTO } from "../login/login-dto.ts"
import { User } from "../users/user.ts"

/** Login for browsers: a session in a cookie. */
export const SessionRoutes = contract({
  begin: {
    method: "POST",
    path: "/auth/session",
    accepts: { body: LoginDTO },
    returns: { 201: User, 400: Refusal, 401: Refusal, 429: Refusal },
    summary: "Log in with a session, in the cookie `session_id`",
  },
  show: {
    method: "GET",
    path: "/auth/session",
    returns: { 200: User },
    summary: "Whose session it is",
  },
})
