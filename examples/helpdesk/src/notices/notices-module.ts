import { mailQueue } from "@trivet/mail/jobs"
import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { MailModule } from "../mail/mail-module.ts"
import { Notices } from "./notices.ts"

const MailQueueModule = mailQueue({ imports: [MailModule, JobsModule] })

/** What happens by itself: mails about tickets, and the escalation of those that wait too long. */
export const NoticesModule = module({
  name: "notices",
  imports: [DatabaseModule, JobsModule, MailQueueModule],
  declarations: [Notices],
})
