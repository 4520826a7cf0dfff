import { mailQueue } from "@trivet/mail/jobs"
import { JobsModule } from "../jobs/jobs-module.ts"
import { MailModule } from "./mail-module.ts"

/** Mails that are sent when the transaction that enqueues them has committed. */
export const MailQueueModule = mailQueue({ imports: [MailModule, JobsModule] })
