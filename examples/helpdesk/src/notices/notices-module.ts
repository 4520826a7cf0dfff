import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { MailQueueModule } from "../mail/mail-queue-module.ts"
import { Notices } from "./notices.ts"

/** What happens by itself: mails about tickets, and the escalation of those that wait too long. */
export const NoticesModule = module({
  name: "notices",
  imports: [DatabaseModule, JobsModule, MailQueueModule],
  declarations: [Notices],
})
