export { mailJobs, type MailJobsOptions, Mails } from "./mail-jobs.ts"
