export {
  type ContractJobOptions,
  cron,
  type CronOptions,
  job,
  type JobRecord,
  type JobRecordOptions,
} from "./job.ts"
export { currentJob, type RunningJob } from "./run/job-incoming.ts"
export type {
  JobLimit,
  JobOptions,
  JobSettings,
  RetryOptions,
  Schedule,
  StoredLimit,
} from "./job-settings.ts"
export {
  type JobDetails,
  type JobFilter,
  type JobInfo,
  type JobStep,
  type JobState,
  type QueueInfo,
} from "./store/job-store.ts"
export type { EnqueuedJob, EnqueueOptions } from "./enqueue-options.ts"
export { step, type StepResult } from "./run/step.ts"
export { Jobs } from "./jobs.ts"
export { jobs, type JobsOptions } from "./jobs-module.ts"
export { jobMigrations } from "./store/job-migrations.ts"
export { PermanentFailure } from "./permanent-failure.ts"
export type { JobsDatabase, Queries, RawQuery } from "./store/sql-on.ts"
