import { contract, dto } from "trivet"
import { ErrorBody } from "../errors.ts"
import { Token } from "../login/login-contract.ts"
import { ConfirmDTO, EmailDTO, ForgotDTO, OwnPasswordDTO, PasswordDTO, ResetDTO } from "./accounts-dto.ts"

/** An account, as its owner sees it. */
export const Account = dto({
  id: "required",
  email: "required",
  name: "required",
  email_verified: "required,boolean",
})

/** That a mail is on its way, if there is somebody to write to. */
export const Accepted = dto({ message: "required" })

/** The routes as data, without handlers. */
export const Accounts = contract({
  askReset: {
    method: "POST",
    path: "/auth/forgot-password",
    accepts: { body: ForgotDTO },
    returns: { 202: Accepted, 400: ErrorBody, 429: ErrorBody },
    summary: "Ask for a mail that resets the password; the same reply for every address",
  },
  reset: {
    method: "POST",
    path: "/auth/reset-password",
    accepts: { body: ResetDTO },
    returns: { 204: null, 400: ErrorBody },
    summary: "Set a new password with the token of a mail, and end all tokens",
  },
  confirm: {
    method: "POST",
    path: "/auth/confirm-email",
    accepts: { body: ConfirmDTO },
    returns: { 204: null, 400: ErrorBody },
    summary: "Confirm an e-mail address with the token of a mail",
  },
  show: { method: "GET", path: "/account", returns: { 200: Account }, summary: "My account" },
  verify: {
    method: "POST",
    path: "/account/verify",
    returns: { 202: Accepted, 429: ErrorBody },
    summary: "Send the mail that confirms my e-mail address again",
  },
  changePassword: {
    method: "PUT",
    path: "/account/password",
    accepts: { body: PasswordDTO },
    returns: { 200: Token, 400: ErrorBody, 429: ErrorBody },
    summary: "Change my password, end all tokens, and get a new one",
  },
  changeEmail: {
    method: "PUT",
    path: "/account/email",
    accepts: { body: EmailDTO },
    returns: { 202: Accepted, 400: ErrorBody, 429: ErrorBody },
    summary: "Ask for a mail to a new address, which makes it mine",
  },
  endTokens: {
    method: "POST",
    path: "/account/end-tokens",
    accepts: { body: OwnPasswordDTO },
    returns: { 204: null, 400: ErrorBody, 429: ErrorBody },
    summary: "End all my tokens",
  },
  delete: {
    method: "POST",
    path: "/account/delete",
    accepts: { body: OwnPasswordDTO },
    returns: { 204: null, 400: ErrorBody, 429: ErrorBody },
    summary: "Delete my account",
  },
})
