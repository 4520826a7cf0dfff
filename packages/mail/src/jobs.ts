export { mailQueue, type MailQueueOptions, MailQueue } from "./mail-jobs.ts"
