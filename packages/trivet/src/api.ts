export type { ErrorDetails, ErrorFormat } from "./app/dispatch/platform.ts"
export { api, type ApiOptions } from "./platform/api/api.ts"
export { problem } from "./platform/api/problem.ts"
export type { Problem } from "./platform/problem-details.ts"
