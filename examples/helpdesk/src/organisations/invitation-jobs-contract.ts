import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

/** The mail of an invitation, as a job. No token is in the payload: it is made when the mail is sent. */
export const InvitationMails = contract({
  send: job("organisations/invite", {
    summary: "Sends the link with which somebody joins an organisation",
    accepts: { body: dto({ id: "required" }) },
    // Some servers reject the first attempt of an unknown sender: 6 more, over 10 to 20 minutes.
    retry: { times: 6, delay: 10_000 },
  }),
})
