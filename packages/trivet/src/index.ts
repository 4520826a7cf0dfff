export { type App, createApp } from "./app/create-app.ts"
export { type AppOptions } from "./app/build-app.ts"
export { config, type ConfigOptions } from "./app/config.ts"
export type { ConfigNote, ConfigVariable } from "./app/config-notes.ts"
export {
  type AppDescription,
  type DeclarationDescription,
  Describe,
  describe,
  type InjectedDescription,
  type MiddlewareDescription,
  type ModuleDescription,
  type RouteDescription,
} from "./app/describe.ts"
export type { CallExplanation, ExplainedCandidate } from "./app/explain-call.ts"
export type { Inspected } from "./app/inspected.ts"
export { type HealthCheck, HealthChecks } from "./app/health-checks.ts"
export type { Platform } from "./app/platform.ts"
export { Production } from "./app/production.ts"
export { Readiness } from "./app/readiness.ts"
export type { ReturnsOptions } from "./app/returns-field.ts"
export type { RouteField } from "./app/route-field.ts"
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
export type { Incoming } from "./context/incoming.ts"
export { type IpAddress, parseIpAddress } from "./context/ip-address.ts"
export type { Middleware, MiddlewareEntry, Next, Security, SecurityScheme } from "./context/middleware.ts"
export type { ParameterNames } from "./context/parameter-names.ts"
export { ReplyHeaders } from "./context/reply-headers.ts"
export { type Outcome, Reply, type ReplyBody } from "./context/reply.ts"
export { BootFault } from "./fault/boot-fault.ts"
export { Fault, type FaultCode, type FaultIssue } from "./fault/fault.ts"
export { PublicError } from "./fault/public-error.ts"
export { inject } from "./inject/inject.ts"
export { provide, type Provider } from "./inject/provider.ts"
export { type NamedToken, token, type Token } from "./inject/token.ts"
export { contract, type Contract, type ContractRecord, implement, type Returned } from "./module/contract.ts"
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
export { resource, type Resource, type ResourceOptions } from "./module/resource.ts"
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
export { dto, type Dto, type DtoFields, type DtoOutput } from "./schema/dto.ts"
export { findJsonSchema, type JsonSchema } from "./schema/json-schema.ts"
export { list } from "./schema/list.ts"
export type {
  InputOf,
  OutputOf,
  SchemaIssue,
  SchemaResult,
  StandardJsonSchema,
  StandardSchema,
  StandardSchemaProps,
} from "./schema/standard-schema.ts"
export { Clock } from "./store/clock.ts"
export { createDefaultLog, type LogStream } from "./store/default-log.ts"
export { createJsonLog } from "./store/json-log.ts"
export type { LineLogOptions, LogLevel } from "./store/line-log.ts"
export { Log, type LogMethod } from "./store/log.ts"
export { callLog } from "./platform/http/call-log.ts"
export { cors, type CorsOptions } from "./platform/http/cors.ts"
export { events, type ServerEvent } from "./platform/http/events.ts"
export { health, type HealthOptions, type HealthReport } from "./platform/http/health.ts"
export type { CheckResult } from "./platform/http/health-watch.ts"
export { requestId } from "./platform/http/request-id.ts"
export { securityHeaders, type SecurityHeaderOptions } from "./platform/http/security-headers.ts"
export { Cache, type Freshness } from "./store/cache.ts"
export { KeyValue, type Lifetime } from "./store/key-value.ts"
export { MemoryCache, type MemoryCacheOptions } from "./store/memory-cache.ts"
export { MemoryKeyValue } from "./store/memory-key-value.ts"
export { type CacheEntry, type Lease, RememberingCache } from "./store/remembering-cache.ts"
