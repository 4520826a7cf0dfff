import type { SerializedApp } from "../inspect/report.ts"
import type { Finding } from "./finding.ts"
import type { Rule } from "./rule.ts"
import { middlewareTwice, routeUnguarded, scopesUnchecked } from "./rules/guards.ts"
import {
  bodyOnGet,
  injectInHandler,
  optionTaken,
  parameterUnknown,
  paramsNotInPath,
  valueNeverProvided,
} from "./rules/inputs.ts"
import { nothingServed } from "./rules/nothing-served.ts"
import { caseTwins, escapeUnsent, trailingSlash } from "./rules/paths.ts"
import { recordNeverCalled } from "./rules/record-never-called.ts"
import { sunsetPast } from "./rules/sunset.ts"
import { exportUnused, importUnused, middlewareUnused, serviceUnused } from "./rules/unused.ts"

/** All rules of `trivet check`, beyond what boot rejects. */
export const rules: readonly Rule[] = [
  injectInHandler,
  routeUnguarded,
  scopesUnchecked,
  valueNeverProvided,
  parameterUnknown,
  paramsNotInPath,
  escapeUnsent,
  trailingSlash,
  caseTwins,
  bodyOnGet,
  middlewareTwice,
  middlewareUnused,
  serviceUnused,
  exportUnused,
  importUnused,
  optionTaken,
  nothingServed,
  recordNeverCalled,
  sunsetPast,
]

/** Runs the rules on an application. */
export function findProblems(app: SerializedApp): readonly Finding[] {
  return rules.flatMap(({ code, severity = "warning", find }) =>
    find(app).map((found) => ({ severity, code, chain: [], ...found })),
  )
}
