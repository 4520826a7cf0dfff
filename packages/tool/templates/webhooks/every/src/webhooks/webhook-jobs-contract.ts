import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

/** The jobs of webhooks. */
export const Deliveries = contract({
  deliver: job("webhooks/deliver", {
    summary: "Sends a webhook once, and enqueues the next attempt if it was not accepted",
    // `attempt` counts from 1. It is absent for a replay, which has no further attempts.
    accepts: { body: dto({ id: "required", attempt: "integer" }) },
    // Of many replays of one delivery, one waits.
    unique: true,
    // By endpoint: a slow one does not hold up the others.
    limit: { maxRunning: 2 },
  }),
  notify: job("webhooks/notify", {
    summary: "Tells the owner of an endpoint that it was switched off",
    accepts: { body: dto({ id: "required" }) },
    // Some servers reject the first attempt of an unknown sender: 6 more, over 10 to 20 minutes.
    retry: { times: 6, delay: 10_000 },
  }),
})
