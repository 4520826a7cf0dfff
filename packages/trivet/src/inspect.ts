export { type AccessTable, accessTable } from "./app/access-table.ts"
export { type AccessDescription, isOpenTo } from "./app/describe-access.ts"
export type {
  DeclarationDescription,
  InjectedDescription,
  MiddlewareDescription,
  ModuleDescription,
} from "./app/describe-built.ts"
export type { CallExplanation, ExplainedCandidate } from "./app/explain-call.ts"
export type { Inspected } from "./app/inspected.ts"
export type { WatchedAnswers, WatchedApp, Watcher } from "./app/watcher.ts"
export { findStatusText } from "./platform/find-status-text.ts"
