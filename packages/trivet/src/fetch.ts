export type { FetchHandler } from "./engine/fetch/answer-requests.ts"
export { injectFetch } from "./engine/fetch/inject-fetch.ts"
export { toFetch } from "./engine/fetch/to-fetch.ts"
export type { EdgeHandler, ExecutionContext } from "./engine/fetch/edge-handler.ts"
export type { RuntimeInfo } from "./engine/fetch/address-of.ts"
export {
  type BunSocket,
  type BunSocketData,
  type BunSocketHandler,
  bunSockets,
} from "./socket/bun-sockets.ts"
