export type { JobStoreCase, JobStoreSubject } from "./testing/case.ts"
export { jobStoreCases } from "./testing/job-store-cases.ts"
