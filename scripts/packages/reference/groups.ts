/** Names of one entry point that serve one task, on a page of their own. */
export interface Group {
  /** The end of the page's name: `trivet-routes.md`. */
  readonly name: string
  /** What the names are for, in a few words. */
  readonly about: string
  readonly names: readonly string[]
}

/** The pages of entry points that are too long for one. Any other has one page. */
export const groups: Readonly<Record<string, readonly Group[]>> = {
  trivet: [
    group(
      "application",
      "modules, injection, configuration",
      "createApp config module inject provide token Describe App AppOptions Module Provider Token NamedToken",
    ),
    group(
      "routes",
      "routes, contracts, commands, sockets, streams",
      `routes group get post put patch del head options command resource contract implement mount socket stream events Route
       RouteOptions RouteField Contract Accepts PrintOptions ServerEvent`,
    ),
    group(
      "context",
      "what handlers and middlewares receive",
      `Context ContextValues ContextKey SocketContext Middleware MiddlewareEntry Next Security Outcome CookieOptions`,
    ),
    group(
      "schemas",
      "validation",
      "dto list optional paged pattern parse Dto InputOf OutputOf StandardSchema",
    ),
    group("middlewares", "ready middlewares", "anyone callLog cors health requestId securityHeaders"),
    group("errors", "errors and replies", "PublicError Fault BootFault Reply ReplyHeaders"),
    group(
      "services",
      "log, clock, cache, key-value store, topics",
      `Log LogLevel createJsonLog createDefaultLog Clock Cache KeyValue Topics MemoryCache MemoryKeyValue MemoryTopics
       Subscription Subscriber TopicMessage`,
    ),
  ],
  "trivet/extend": [
    group(
      "application",
      "platforms, hooks, health, readiness",
      `Production Readiness HealthChecks HealthCheck HealthOptions HealthReport CheckResult Platform HookTiming Hooks
       Declaration LazyList ConfigOptions AppRoutes checkOptions declareVersion OptionNames`,
    ),
    group(
      "description",
      "the application as data, and tools that watch it",
      `accessTable isOpenTo AppDescription DescribeApp RouteDescription ModuleDescription DeclarationDescription
       InjectedDescription MiddlewareDescription AccessDescription AccessTable CallExplanation ExplainedCandidate Inspected
       Watcher WatchedApp Answers`,
    ),
    group(
      "routes",
      "types of routes, contracts and sockets",
      `RouteMaker RouteAbout Handler Method Returns ReturnsOptions RouteExamples FieldRoute RunRoute ContractRecord ResultOf Serialized
       Resource ResourceOptions MountedHandler MountOptions MissingFor ParameterNames SocketOptions SocketLimits
       SocketCallContext SocketMembers SocketMessage SocketEvent EventsOptions`,
    ),
    group(
      "calls",
      "calls and what surrounds them",
      `useCallScope answerKind statusOf rawCallOf RawCall findStatusText parseIpAddress requestedPart ByteRange Validators
       CallScope CallCarrier AnsweredKind Kind Kinds Incoming CallContext ContextShape CallRequest CallResponse Accepted AcceptedBy ReplyStart ReplyBody IpAddress SecurityScheme WrappedRoute
       CallLogOptions CorsOptions SecurityHeaderOptions`,
    ),
    group(
      "schemas",
      "types of schemas, and JSON Schema",
      `findJsonSchema JsonSchema DtoFields DtoInput DtoOutput DtoList DtoPart Optional Paged PagedOptions Pattern
       SchemaIssue SchemaResult StandardJsonSchema StandardSchemaProps StreamSchema`,
    ),
    group(
      "faults",
      "faults of packages",
      "defineFaults FaultMaker FaultEntry FaultCode FaultDetails FaultExtras FaultIssue",
    ),
    group(
      "operations",
      "log, metrics and operations of packages",
      `AppLog AppMetrics eventLoopMetrics prometheusText Metrics AppOperations Operations logOperations Metric MetricInfo MetricValue
       MetricHistogram Operation TimedWork WatchOperation OperationLogOptions LogMethod Repeats LogStream LineLogOptions`,
    ),
    group(
      "services",
      "stores and topics of packages",
      `systemClock RememberingCache CacheEntry Lease CacheLifetime KeyLifetime MemoryCacheOptions TopicsOptions TopicReader
       MessageSink CarriedMessage afterCommit addTransactionFinder CommittedTransaction`,
    ),
  ],
}

function group(name: string, about: string, names: string): Group {
  return { name, about, names: names.split(/\s+/) }
}
