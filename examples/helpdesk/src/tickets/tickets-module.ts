import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { FilesModule } from "../database/files-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { RedisModule } from "../redis/redis-module.ts"
import { Actors } from "./actor.ts"
import { Drafts } from "./drafts.ts"
import { LiveReplies } from "./live-replies.ts"
import { TicketRules } from "./ticket-rules.ts"
import { Tickets } from "./tickets.ts"
import { TicketsStore } from "./tickets-store.ts"

/** Tickets and their rules. It has no routes: pages, API, jobs and commands are modules of their own, which import this one. */
export const TicketsModule = module({
  name: "tickets",
  imports: [DatabaseModule, FilesModule, JobsModule, LimitsModule, RedisModule],
  exports: [Actors, Drafts, LiveReplies, Tickets, TicketsStore],
  declarations: [Actors, Drafts, LiveReplies, TicketRules, Tickets, TicketsStore],
})
