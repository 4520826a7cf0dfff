export type { ErrorDetails, ErrorFormat } from "./app/error-format.ts"
export { api, type ApiOptions } from "./platform/api/api.ts"
export { problem, type Problem } from "./platform/api/problem.ts"
