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
export { type AnsweredKind, answerKind } from "./scope/answer-kind.ts"
export type { AroundWork, CallScope } from "./scope/call-scope.ts"
export { logOperations, type OperationLogOptions } from "./scope/log-operations.ts"
export { useCallScope } from "./scope/use-call-scope.ts"
export type { AcceptedBy } from "./context/context.ts"
export type { MissingFor } from "./module/missing.ts"
