import { addingCases } from "./adding-cases.ts"
import { caseOf, type JobStoreCase, type JobStoreSubject } from "./case.ts"
import { endingCases } from "./ending-cases.ts"
import { fencingCases } from "./fencing-cases.ts"
import { operatingCases } from "./operating-cases.ts"
import { uniqueCases } from "./unique-cases.ts"

/**
 * Returns the tests that every `JobStore` must pass.
 *
 * @example
 * ```ts
 * import { it } from "node:test"
 * import type { JobStore } from "@trivet/jobs"
 * import { jobStoreCases } from "@trivet/jobs/testing"
 *
 * export function testStore(make: () => JobStore) {
 *   for (const { name, run } of jobStoreCases({ make })) it(name, run)
 * }
 * ```
 */
export function jobStoreCases(subject: JobStoreSubject): readonly JobStoreCase[] {
  return [...addingCases, ...endingCases, ...fencingCases, ...uniqueCases, ...operatingCases].map((one) =>
    caseOf(subject, one),
  )
}
