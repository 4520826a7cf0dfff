import type { MailContent } from "@trivet/mail"
import { type Html, html } from "trivet/web"

/** What has happened to an account, for `noticeMail()`. */
export type Notice = "password" | "email" | "key" | "deleted"

/** The mail that verifies an address; `AccountLinks` says how. */
export function confirmMail(how: Html): MailContent {
  return {
    subject: "Confirm your e-mail address",
    html: html`<p>To confirm that this address is yours, ${how}</p>
      <p>This works once, for one day. If you did not ask for it, ignore this mail.</p>`,
  }
}

/** The mail to somebody whose address another user wants. It has no link: there is nothing to confirm. */
export function takenMail(): MailContent {
  return {
    subject: "Somebody else wants to use your e-mail address",
    html: html`<p>Somebody asked to use this address for another account. It stays the address of yours.</p>
      <p>You need not do anything. If you want to use it for another account, delete yours first.</p>`,
  }
}

/** The mail that resets a password; `AccountLinks` says how. */
export function resetMail(how: Html): MailContent {
  return {
    subject: "Choose a new password",
    html: html`<p>To choose a new password, ${how}</p>
      <p>This works once, for 15 minutes. If you did not ask for it, ignore this mail: your password stays.</p>`,
  }
}

const notices: Readonly<Record<Notice, readonly [subject: string, text: string]>> = {
  password: [
    "Your password was changed",
    "The password of your account was changed. All other sessions and all API keys were ended.",
  ],
  email: [
    "Your e-mail address was changed",
    "Your account now has another e-mail address. This was the last mail to this one.",
  ],
  key: ["An API key was created", "An API key was created, with which a program can act for your account."],
  deleted: ["Your account was deleted", "Your account and all that belonged to it were deleted."],
}

/** The mail that says what has happened, so that an owner notices what somebody else did. It has no link. */
export function noticeMail(notice: Notice): MailContent {
  const [subject, text] = notices[notice]
  return { subject, text: `${text}\n\nIf this was not you, write to us at once.\n` }
}
