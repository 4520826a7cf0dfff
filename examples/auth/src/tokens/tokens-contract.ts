import { contract, dto } from "trivet"
import { Refusal } from "../login/login-contract.ts"
import { LoginDTO } from "../login/login-dto.ts"

/** What is shown to get the next pair. No text is too long to be answered with 401: only the body's limit bounds it. */
export const RefreshDTO = dto({ refresh_token: "required,max=1000000" })

/** An access token, and a refresh token for the next pair. */
export const TokenPair = dto({
  access_token: "required",
  refresh_token: "required",
  token_type: "required",
  expires_in: "required,integer",
})

/** Login for clients that want to stay logged in for longer than a token lives. */
export const Tokens = contract({
  begin: {
    method: "POST",
    path: "/auth/token",
    accepts: { body: LoginDTO },
    returns: { 200: TokenPair, 400: Refusal, 401: Refusal, 429: Refusal, 500: Refusal },
    summary: "Log in with a pair of tokens",
  },
  refresh: {
    method: "POST",
    path: "/auth/refresh",
    accepts: { body: RefreshDTO },
    returns: { 200: TokenPair, 400: Refusal, 401: Refusal },
    summary: "The next pair",
    about: {
      description: "A refresh token is good once. Shown a second time, it ends every token of its login.",
    },
  },
})
