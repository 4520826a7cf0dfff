export type { CallScope } from "./scope/call-scope.ts"
export { AppLog } from "./app/app-log.ts"
export { useCallScope } from "./scope/use-call-scope.ts"
