export type { App } from "./app/app.ts"
export { createApp } from "./engine/create-app.ts"
export type { AppOptions } from "./app/app-options.ts"
export { config } from "./app/config/config.ts"
export { Describe } from "./app/describe/app-description.ts"
export type { RouteField } from "./app/dispatch/route-field.ts"
export { anyone } from "./context/anyone.ts"
export type { Accepts, Context } from "./context/context.ts"
// `export *`, because only that lets others extend the interface with `declare module`.
export type * from "./context/context-values.ts"
export type { CookieOptions } from "./context/request/cookie.ts"
export type { ServerEvent } from "./context/reply/event-stream.ts"
export type { Middleware, MiddlewareEntry, Next, Security } from "./context/middleware.ts"
export { parse } from "./context/parse.ts"
export { ReplyHeaders } from "./context/reply/reply-headers.ts"
export { type Outcome, Reply } from "./context/reply/reply.ts"
export { BootFault } from "./fault/boot-fault.ts"
export { Fault } from "./fault/portable-fault.ts"
export { PublicError } from "./fault/public-error.ts"
export { inject } from "./inject/inject.ts"
export { provide, type Provider } from "./inject/provider.ts"
export { type NamedToken, token, type Token } from "./inject/token.ts"
export { contract, type Contract, implement } from "./module/routes/contract.ts"
export {
  command,
  del,
  get,
  group,
  head,
  options,
  patch,
  post,
  put,
  routes,
} from "./module/routes/make-route.ts"
export { module, type Module } from "./module/module.ts"
export { mount } from "./module/routes/mount.ts"
export { resource } from "./module/routes/resource.ts"
export type { PrintOptions, Route, RouteOptions } from "./module/routes/route.ts"
export { dto } from "./schema/dto/dto.ts"
export type { Dto } from "./schema/dto/dto-fields.ts"
export { list } from "./schema/list.ts"
export { optional } from "./schema/dto/optional.ts"
export { paged } from "./schema/paged.ts"
export { pattern } from "./schema/dto/pattern.ts"
export type { InputOf, OutputOf, StandardSchema } from "./schema/standard-schema.ts"
export { stream } from "./schema/stream.ts"
export { Clock } from "./store/clock.ts"
export { createDefaultLog } from "./log/default-log.ts"
export { createJsonLog } from "./log/json-log.ts"
export type { LogLevel } from "./log/line-log.ts"
export { Log } from "./log/log.ts"
export { callLog } from "./http/call-log.ts"
export { cors } from "./http/cors.ts"
export { events } from "./http/events.ts"
export { health } from "./http/health.ts"
export { requestId } from "./http/request-id.ts"
export { securityHeaders } from "./http/security-headers.ts"
export { socket } from "./socket/make-socket.ts"
export type { SocketContext } from "./socket/socket-context.ts"
export { MemoryTopics } from "./topic/memory-topics.ts"
export type { Subscriber, Subscription, TopicMessage } from "./topic/topic-message.ts"
export { Topics } from "./topic/topics.ts"
export { Cache } from "./store/cache.ts"
export { KeyValue } from "./store/key-value.ts"
export { MemoryCache } from "./store/memory-cache.ts"
export { MemoryKeyValue } from "./store/memory-key-value.ts"
// Nothing of it, but its name: declaration files of applications refer to types of that entry point.
// oxlint-disable-next-line unicorn/require-module-specifiers -- see above
export type {} from "./extend.ts"
