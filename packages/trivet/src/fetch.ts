export { type FetchHandler, toFetch } from "./engine/fetch/to-fetch.ts"
export type { EdgeHandler, ExecutionContext } from "./engine/fetch/edge-handler.ts"
export type { RuntimeInfo } from "./engine/fetch/address-of.ts"
