export { api } from "./platform/api/api.ts"
