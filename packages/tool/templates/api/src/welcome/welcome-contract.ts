import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

/** What happens after a sign-up, and is not waited for. */
export const Welcome = contract({
  send: job("welcome/send", {
    summary: "Welcomes a new user",
    accepts: { body: dto({ user_id: "required" }) },
    // A failed job runs again after 1 to 2 seconds, then after 2 to 4, and so on. After 5 more attempts it is kept as dead.
    retry: 5,
  }),
})
