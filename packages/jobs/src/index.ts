export {
  type ContractJobOptions,
  cron,
  type CronOptions,
  job,
  type JobRecord,
  type JobRecordOptions,
} from "./job.ts"
export { currentJob, type RunningJob } from "./run/job-incoming.ts"
export type { JobOptions, JobSettings, RetryOptions, Schedule } from "./job-settings.ts"
export { type JobDetails, type JobFilter, type JobInfo, type JobState } from "./store/job-store.ts"
export { type EnqueuedJob, type EnqueueOptions, Jobs } from "./jobs.ts"
export { jobs, type JobsOptions } from "./jobs-module.ts"
export { jobMigrations } from "./store/job-migrations.ts"
export { PermanentFailure } from "./permanent-failure.ts"
export type { JobsDatabase, Queries, RawQuery } from "./store/sql-on.ts"
