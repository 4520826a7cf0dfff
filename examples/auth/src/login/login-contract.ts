import { contract, dto } from "trivet"
import { z } from "zod"
import { RegisterDTO } from "../users/register-dto.ts"
import { User } from "../users/user.ts"
import { LoginDTO } from "./login-dto.ts"

/** What every error says. */
export const Refusal = dto({ error: "required" })

/** What a registration and a login give. */
export const LoginResponse = z.object({ token: z.string(), expires_in: z.int(), user: User })

/** The four routes of the specification. */
export const Login = contract({
  register: {
    method: "POST",
    path: "/auth/register",
    accepts: { body: RegisterDTO },
    returns: { 201: LoginResponse, 400: Refusal, 409: Refusal, 429: Refusal, 500: Refusal },
    summary: "Register, and log in",
  },
  login: {
    method: "POST",
    path: "/auth/login",
    accepts: { body: LoginDTO },
    returns: { 200: LoginResponse, 400: Refusal, 401: Refusal, 429: Refusal, 500: Refusal },
    summary: "Log in: a token that is good for 24 hours",
  },
  logout: {
    method: "POST",
    path: "/auth/logout",
    returns: { 204: null },
    summary: "Log out",
    about: {
      description:
        "Ends whatever it is shown: the session of the cookie, the bearer token, and the family of the `refresh_token` in the body.",
    },
  },
  me: { method: "GET", path: "/auth/me", returns: { 200: User }, summary: "Who I am" },
})
