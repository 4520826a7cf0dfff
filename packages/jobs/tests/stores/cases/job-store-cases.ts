import { addingCases } from "./adding-cases.ts"
import { bulkCases } from "./bulk-cases.ts"
import { caseOf, type JobStoreCase, type JobStoreSubject } from "./case.ts"
import { endingCases } from "./ending-cases.ts"
import { fencingCases } from "./fencing-cases.ts"
import { limitCases } from "./limit-cases.ts"
import { operatingCases } from "./operating-cases.ts"
import { uniqueCases } from "./unique-cases.ts"

/** The tests that every `JobStore` must pass. */
export function jobStoreCases(subject: JobStoreSubject): readonly JobStoreCase[] {
  return [
    ...addingCases,
    ...endingCases,
    ...fencingCases,
    ...uniqueCases,
    ...limitCases,
    ...operatingCases,
    ...bulkCases,
  ].map((one) => caseOf(subject, one))
}
