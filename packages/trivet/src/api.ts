export { api, type ApiOptions } from "./platform/api/api.ts"
