export type { App } from "./app/app.ts"
export { createApp } from "./engine/create-app.ts"
export { type AppOptions } from "./app/build-app.ts"
export { config, type ConfigOptions } from "./app/config.ts"
export type { AppRoutes } from "./app/app-routes.ts"
export { describeApp } from "./app/describe-app.ts"
export { type AppDescription, Describe, type RouteDescription } from "./app/describe-built.ts"
export type { HookTiming } from "./app/lifecycle.ts"
export { type HealthCheck, HealthChecks } from "./app/health-checks.ts"
export type { Platform } from "./app/platform.ts"
export { Production } from "./app/production.ts"
export { Readiness } from "./app/readiness.ts"
export type { ReturnsOptions } from "./app/returns-field.ts"
export type { FieldRoute, RouteField, RunRoute } from "./app/route-field.ts"
export { statusOf } from "./app/status-of.ts"
export { anyone } from "./context/anyone.ts"
export type {
  Accepted,
  Accepts,
  CallContext,
  CallRequest,
  CallResponse,
  Context,
  ContextShape,
  ReplyStart,
} from "./context/context.ts"
// All of it, because only an `export *` lets an application add to the interface with `declare module "trivet"`.
export type * from "./context/context-values.ts"
export type { CookieOptions } from "./context/cookie.ts"
export type { ServerEvent } from "./context/event-stream.ts"
export type { Incoming } from "./context/incoming.ts"
export { type IpAddress, parseIpAddress } from "./context/ip-address.ts"
export type { Middleware, MiddlewareEntry, Next, Security, SecurityScheme } from "./context/middleware.ts"
// All of it, because only an `export *` lets a package add to the interface with `declare module "trivet"`.
export type * from "./context/kinds.ts"
export type { ParameterNames } from "./context/parameter-names.ts"
export { parse } from "./context/parse.ts"
export { ReplyHeaders } from "./context/reply-headers.ts"
export { type Outcome, Reply, type ReplyBody } from "./context/reply.ts"
export { checkOptions, type OptionNames } from "./fault/check-options.ts"
export { BootFault } from "./fault/boot-fault.ts"
export type { FaultEntry } from "./fault/catalogue.ts"
export { defineFaults, type FaultMaker } from "./fault/define-faults.ts"
export {
  Fault,
  type FaultCode,
  type FaultDetails,
  type FaultExtras,
  type FaultIssue,
} from "./fault/portable-fault.ts"
export { PublicError } from "./fault/public-error.ts"
export { inject } from "./inject/inject.ts"
export { provide, type Provider } from "./inject/provider.ts"
export { type NamedToken, token, type Token } from "./inject/token.ts"
export { contract, type Contract, type ContractRecord, implement, type ResultOf } from "./module/contract.ts"
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
  type RouteMaker,
  routes,
} from "./module/make-route.ts"
export { type Declaration, type Hooks, type LazyList, module, type Module } from "./module/module.ts"
export { mount, type MountedHandler, type MountOptions } from "./module/mount.ts"
export { resource, type Resource, type ResourceOptions } from "./module/resource.ts"
export type { Sent } from "./module/sent.ts"
export type {
  About,
  Handler,
  Method,
  PrintOptions,
  Returns,
  Route,
  RouteExamples,
  RouteOptions,
} from "./module/route.ts"
export { dto } from "./schema/dto.ts"
export type {
  Dto,
  DtoFields,
  DtoInput,
  DtoList,
  DtoOutput,
  DtoPart,
  Optional,
  Pattern,
} from "./schema/dto-fields.ts"
export { findJsonSchema, type JsonSchema } from "./schema/json-schema.ts"
export { list } from "./schema/list.ts"
export { optional } from "./schema/optional.ts"
export { pattern } from "./schema/pattern.ts"
export type {
  InputOf,
  OutputOf,
  SchemaIssue,
  SchemaResult,
  StandardJsonSchema,
  StandardSchema,
  StandardSchemaProps,
} from "./schema/standard-schema.ts"
export { stream, type StreamSchema } from "./schema/stream.ts"
export { Clock, systemClock } from "./store/clock.ts"
export { createDefaultLog } from "./log/default-log.ts"
export { createJsonLog } from "./log/json-log.ts"
export type { LineLogOptions, LogLevel } from "./log/line-log.ts"
export { Log, type LogMethod } from "./log/log.ts"
export type { LogStream } from "./log/writer-to.ts"
export { callLog, type CallLogOptions } from "./http/call-log.ts"
export { cors, type CorsOptions } from "./http/cors.ts"
export { events, type EventsOptions } from "./http/events.ts"
export { health, type HealthOptions, type HealthReport } from "./http/health.ts"
export type { CheckResult } from "./http/health-watch.ts"
export { requestId } from "./http/request-id.ts"
export { securityHeaders, type SecurityHeaderOptions } from "./http/security-headers.ts"
export { socket, type SocketOptions } from "./socket/make-socket.ts"
export type {
  MessageOf,
  SentBy,
  SocketCallContext,
  SocketContext,
  SocketMembers,
} from "./socket/socket-context.ts"
export type { SocketLimits } from "./socket/socket-limits.ts"
export { MemoryTopics } from "./topic/memory-topics.ts"
export type { CarriedMessage, Subscriber, Subscription, TopicMessage } from "./topic/topic-message.ts"
export type { MessageSink, TopicReader } from "./topic/topic-reader.ts"
export { Topics, type TopicsOptions } from "./topic/topics.ts"
export { Cache, type Freshness } from "./store/cache.ts"
export { KeyValue, type Lifetime } from "./store/key-value.ts"
export { MemoryCache, type MemoryCacheOptions } from "./store/memory-cache.ts"
export { MemoryKeyValue } from "./store/memory-key-value.ts"
export { type CacheEntry, type Lease, RememberingCache } from "./store/remembering-cache.ts"
