import { contract, dto } from "trivet"
import { ErrorBody } from "../errors.ts"
import { RegisterDTO } from "../users/register-dto.ts"
import { User } from "../users/user.ts"
import { LoginDTO } from "./login-dto.ts"

/** What a login gives: an access token, and for how many seconds it is good. */
export const Token = dto({ token: "required", expires_in: "required,integer" })

/**
 * The routes as data, without handlers. The documentation, the tests and the compiler read them: a handler that returns
 * something else does not compile.
 */
export const Login = contract({
  register: {
    method: "POST",
    path: "/auth/register",
    accepts: { body: RegisterDTO },
    returns: { 201: User, 400: ErrorBody, 409: ErrorBody, 429: ErrorBody },
    summary: "Sign up",
  },
  login: {
    method: "POST",
    path: "/auth/login",
    accepts: { body: LoginDTO },
    returns: { 200: Token, 400: ErrorBody, 401: ErrorBody, 429: ErrorBody },
    summary: "Log in",
  },
  logout: { method: "POST", path: "/auth/logout", returns: { 204: null }, summary: "End the token" },
  me: { method: "GET", path: "/auth/me", returns: { 200: User }, summary: "Who I am" },
})
