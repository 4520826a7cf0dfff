import { contract, dto } from "trivet"
import { RegisterDTO } from "../users/register-dto.ts"
import { User } from "../users/user.ts"
import { LoginDTO } from "./login-dto.ts"

/** What every error says. */
export const Refusal = dto({ error: "required" })

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
    returns: { 201: User, 400: Refusal, 409: Refusal, 429: Refusal },
    summary: "Sign up",
  },
  login: {
    method: "POST",
    path: "/auth/login",
    accepts: { body: LoginDTO },
    returns: { 200: Token, 400: Refusal, 401: Refusal, 429: Refusal },
    summary: "Log in",
  },
  logout: { method: "POST", path: "/auth/logout", returns: { 204: null }, summary: "End the token" },
  me: { method: "GET", path: "/auth/me", returns: { 200: User }, summary: "Who I am" },
})
