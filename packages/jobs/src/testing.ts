export { type JobStoreCase, jobStoreCases, type JobStoreSubject } from "./testing/job-store-cases.ts"
