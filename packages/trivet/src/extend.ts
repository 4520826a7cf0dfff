export type { ConfigOptions } from "./app/config/config.ts"
export type { AppRoutes } from "./app/routes/app-routes.ts"
export type {
  AppDescription,
  DescribeApp,
  RouteDescription,
  DeclarationDescription,
  InjectedDescription,
  MiddlewareDescription,
  ModuleDescription,
} from "./app/describe/app-description.ts"
export type { HookTiming } from "./app/lifecycle.ts"
export { type HealthCheck, HealthChecks } from "./app/metrics/health-checks.ts"
export type { Platform } from "./app/dispatch/platform.ts"
export { Production } from "./app/config/production.ts"
export { Readiness } from "./app/readiness.ts"
export type { ReturnsOptions } from "./app/routes/returns-field.ts"
export type { FieldRoute, RunRoute } from "./app/dispatch/route-field.ts"
export { statusOf } from "./app/dispatch/status-of.ts"
export { type RawCall, rawCallOf } from "./app/dispatch/raw-call.ts"
export type {
  Accepted,
  CallContext,
  CallRequest,
  CallResponse,
  ContextShape,
  ReplyStart,
  AcceptedBy,
} from "./context/context.ts"
export type { Incoming } from "./context/incoming.ts"
export { type IpAddress, parseIpAddress } from "./context/request/ip-address.ts"
export type { SecurityScheme, WrappedRoute } from "./context/middleware.ts"
// `export *`, because only that lets others extend the interface with `declare module`.
export type * from "./context/kinds.ts"
export type { ParameterNames } from "./context/parameter-names.ts"
export type { ReplyBody } from "./context/reply/reply.ts"
export { checkOptions, type OptionNames } from "./fault/check-options.ts"
export type { FaultEntry } from "./fault/catalogue.ts"
export { declareVersion } from "./fault/package-versions.ts"
export { defineFaults, type FaultMaker } from "./fault/define-faults.ts"
export type { FaultExtras, FaultIssue } from "./fault/portable-fault.ts"
export type { FaultCode, FaultDetails } from "./fault/fault-code.ts"
export type { ContractRecord, ResultOf } from "./module/routes/contract.ts"
export type { RouteMaker } from "./module/routes/make-route.ts"
export type { Declaration, Hooks, LazyList } from "./module/module.ts"
export type { MountedHandler, MountOptions } from "./module/routes/mount.ts"
export type { Resource, ResourceOptions } from "./module/routes/resource.ts"
export type { Serialized } from "./module/routes/serialized.ts"
export type { RouteAbout, Handler, Method, Returns, RouteExamples } from "./module/routes/route.ts"
export type {
  DtoFields,
  DtoInput,
  DtoList,
  DtoOutput,
  DtoPart,
  Optional,
  Pattern,
} from "./schema/dto/dto-fields.ts"
export { findJsonSchema, type JsonSchema } from "./schema/json-schema.ts"
export type { Paged, PagedOptions } from "./schema/paged.ts"
export type {
  SchemaIssue,
  SchemaResult,
  StandardJsonSchema,
  StandardSchemaProps,
} from "./schema/standard-schema.ts"
export type { StreamSchema } from "./schema/stream.ts"
export { addTransactionFinder, afterCommit, type CommittedTransaction } from "./store/after-commit.ts"
export { systemClock } from "./store/clock.ts"
export type { LineLogOptions } from "./log/line-log.ts"
export type { LogMethod } from "./log/log.ts"
export { Repeats } from "./log/repeats.ts"
export type { LogStream } from "./log/writer-to.ts"
export type { CallLogOptions } from "./http/call-log.ts"
export type { CorsOptions } from "./http/cors.ts"
export type { EventsOptions } from "./http/events.ts"
export type { HealthOptions } from "./http/health.ts"
export type { HealthReport } from "./http/health-watch.ts"
export type { CheckResult } from "./http/health-watch.ts"
export type { SecurityHeaderOptions } from "./http/security-headers.ts"
export type { SocketOptions } from "./socket/make-socket.ts"
export type { SocketMessage, SocketEvent, SocketCallContext, SocketMembers } from "./socket/socket-context.ts"
export type { SocketLimits } from "./socket/socket-limits.ts"
export type { CarriedMessage } from "./topic/topic-message.ts"
export type { MessageSink, TopicReader } from "./topic/topic-reader.ts"
export type { TopicsOptions } from "./topic/topics.ts"
export type { CacheLifetime } from "./store/cache.ts"
export type { KeyLifetime } from "./store/key-value.ts"
export type { MemoryCacheOptions } from "./store/memory-cache.ts"
export { type CacheEntry, type Lease, RememberingCache } from "./store/remembering-cache.ts"
export { AppLog } from "./app/app-log.ts"
export {
  AppMetrics,
  type Metric,
  type MetricHistogram,
  type MetricValue,
  type MetricInfo,
  Metrics,
} from "./app/metrics/metrics.ts"
export { eventLoopMetrics } from "./app/metrics/event-loop.ts"
export { prometheusText } from "./app/metrics/prometheus-text.ts"
export {
  AppOperations,
  type Operation,
  Operations,
  type TimedWork,
  type WatchOperation,
} from "./app/metrics/operations.ts"
export { type AnsweredKind, answerKind } from "./scope/answer-kind.ts"
export type { CallCarrier, CallScope } from "./app/dispatch/call-scope.ts"
export { logOperations, type OperationLogOptions } from "./scope/log-operations.ts"
export { useCallScope } from "./scope/use-call-scope.ts"
export type { MissingFor } from "./module/routes/missing.ts"
export { type AccessTable, accessTable } from "./app/describe/access-table.ts"
export { type AccessDescription, isOpenTo } from "./app/describe/describe-access.ts"
export type { CallExplanation, ExplainedCandidate } from "./app/describe/explain-call.ts"
export type { Inspected } from "./app/inspected.ts"
export type { Answers } from "./app/dispatch/dispatch.ts"
export type { WatchedApp, Watcher } from "./app/describe/watcher.ts"
export { type ByteRange, requestedPart, type Validators } from "./files/requested-part.ts"
export { findStatusText } from "./platform/find-status-text.ts"
