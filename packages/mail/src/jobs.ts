export { type MailFiles, mailQueue, type MailQueueOptions, MailQueue } from "./mail-jobs.ts"
