import { queuesPage } from "@trivet/jobs/page"
import { SignedIn } from "../site/signed-in.ts"
import { Acting } from "../tickets/actor.ts"
import { AgentOnly } from "../tickets/ticket-access.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { JobsModule } from "./jobs-module.ts"

/** The queues at /queues, for agents: what waits, has failed and is dead, and what to do about it. */
export const QueuesPageModule = queuesPage({
  middlewares: [SignedIn, Acting, AgentOnly],
  imports: [JobsModule, TicketsModule],
})
