export type { FuzzCall } from "./fuzz/call/fuzz-call.ts"
export type { Finding, FindingKind, FuzzReport, FuzzProblem, Recipe } from "./fuzz/finding.ts"
export { fuzz, type FuzzOptions } from "./fuzz/fuzz-app.ts"
export { replay } from "./fuzz/replay.ts"
