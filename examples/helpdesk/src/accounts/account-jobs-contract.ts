import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

// Some servers reject the first attempt of an unknown sender: 6 more, over 10 to 20 minutes.
const retry = { times: 6, delay: 10_000 }

/**
 * The mails of accounts, as jobs. A request only enqueues one, so that it does the same work whether the address has an
 * account or not. No token is in a payload: it is made when the mail is sent.
 */
export const AccountMails = contract({
  confirm: job("accounts/confirm", {
    summary: "Sends the link that confirms an e-mail address",
    // `current` is the address that the account had when the mail was asked for, `generation` that of its user before.
    accepts: { body: dto({ user_id: "required", email: "required", current: "required", generation: "" }) },
    retry,
  }),
  reset: job("accounts/reset", {
    summary: "Sends the link that resets a password, if the address has an account",
    accepts: { body: dto({ email: "required" }) },
    retry,
  }),
  notice: job("accounts/notice", {
    summary: "Tells an owner what has happened to the account",
    accepts: { body: dto({ email: "required", notice: "required,oneof=password|email|key|deleted" }) },
    retry,
  }),
})
