export type { CallScope } from "./scope/call-scope.ts"
export { useCallScope } from "./scope/use-call-scope.ts"
