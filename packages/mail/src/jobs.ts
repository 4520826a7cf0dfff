export { mailQueue, type MailJobsOptions, MailQueue } from "./mail-jobs.ts"
