import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

/** What happens after a sign-up, and is not waited for. */
export const Welcome = contract({
  send: job("welcome/send", {
    summary: "Welcomes a new user",
    accepts: { body: dto({ user_id: "required" }) },
    // A failed job runs again after a second, then after 2, 4, 8 and 16. Then it is kept as dead.
    retry: 5,
  }),
})
