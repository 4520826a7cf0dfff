export type { FuzzCall } from "./fuzz/call/fuzz-call.ts"
export type { Finding, FindingKind, FuzzReport, FuzzProblem, Recipe } from "./fuzz/report/finding.ts"
export { fuzz, type FuzzOptions } from "./fuzz/fuzz-app.ts"
export { replay } from "./fuzz/report/replay.ts"
