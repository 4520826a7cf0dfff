export { AppLog } from "./app/app-log.ts"
export {
  AppMeasures,
  type Measure,
  type MeasuredHistogram,
  type MeasuredValue,
  type MeasureInfo,
  Measures,
} from "./app/measures.ts"
export { AppOperations, type Operation, Operations, type WatchOperation } from "./app/operations.ts"
export type { AroundWork, CallScope } from "./scope/call-scope.ts"
export { logOperations, type OperationLogOptions } from "./scope/log-operations.ts"
export { useCallScope } from "./scope/use-call-scope.ts"
export { AnswerCalls } from "./app/answer-calls.ts"
export { type PlatformParts, platformOf } from "./app/platform.ts"
export { readReturned } from "./app/read-returned.ts"
export type { CompiledField } from "./app/route-field.ts"
export type { Answers } from "./app/scoped-calls.ts"
export type { AcceptedBy } from "./context/context.ts"
export type { MissingFor } from "./module/missing.ts"
