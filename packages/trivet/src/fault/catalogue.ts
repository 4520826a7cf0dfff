// Large because: it is the one list of all faults, and a reader looks a code up in one place.

/** An entry of a catalogue of faults. `{name}` in its message or fix is a placeholder for a detail. */
export interface FaultEntry {
  /** The HTTP status of the reply, if the fault ends a request. Default: 500. */
  readonly status?: number
  /** The message for the client. Default: the name of the status, such as `Not Found`. */
  readonly public?: string
  /** What happened and where, for developers. */
  readonly message: string
  /** What to do, as an instruction. */
  readonly fix: string
}

/** Every fault that the framework throws, by code: status, message and fix. Codes are stable; texts may improve. */
export const catalogue = {
  // Modules
  ENTRY_UNDEFINED: {
    message:
      "`{list}` of module `{module}` contains `undefined` at position {position}. Either a name is misspelt, or two files import each other and one ran too early.",
    fix: "Check the name. If the files import each other, write the list as a function: `{list}: () => […]`.",
  },
  LIST_INVALID: {
    message: "`{list}` of module `{module}` is {entry} instead of a list.",
    fix: "Write `{list}: […]`, or a function that returns a list: `{list}: () => […]`.",
  },
  ROOT_NOT_A_MODULE: {
    message: "The application was given {entry} as its root, which is not a module.",
    fix: "Pass a record made by `module({ … })`; it needs a `name`.",
  },
  NOT_A_MODULE: {
    message: "`imports` of module `{module}` contains {entry} at position {position}, which is not a module.",
    fix: "Import a record made by `module({ … })`; it needs a `name`. Classes and providers belong in `declarations`.",
  },
  NOT_A_DECLARATION: {
    message:
      "`declarations` of module `{module}` contains {entry} at position {position}, which is neither a class nor a provider.",
    fix: "Declare the class, or wrap the value: `provide(SomeToken, () => value)`. Modules belong in `imports`.",
  },
  MODULE_NAME_TAKEN: {
    message: "Two modules are named `{module}`. The other one is {other}.",
    fix: "Give one of them another `name`.",
  },
  DECLARED_TWICE: {
    message: "`{token}` is declared in module `{first}` and again in module `{second}`.",
    fix: "Keep one declaration. If the other module injects `{token}`, export it from the first and import that module.",
  },
  LISTED_TWICE: {
    message: "`declarations` of module `{module}` lists `{token}` a second time at position {position}.",
    fix: "Remove one of the two entries.",
  },
  EXPORT_NOT_DECLARED: {
    message:
      "Module `{module}` exports `{token}`, but neither declares it nor imports a module that exports it.",
    fix: "Add `{token}` to the `declarations` of module `{module}`, or remove it from its `exports`.",
  },
  EXPORT_NOT_A_TOKEN: {
    message:
      "`exports` of module `{module}` contains {entry} at position {position}, which is neither a class nor a token.",
    fix: "List classes and tokens, also those that an imported module exports.",
  },

  // Injection
  TOKEN_UNDEFINED: {
    message:
      "`inject()` in `{by}` was given `undefined`. Either a name is misspelt, or two files import each other and one ran too early.",
    fix: "Check the name. If the files import each other, move what both need into a third file.",
  },
  TOKEN_INVALID: {
    message: "`inject()` in `{by}` was given {entry}, which is neither a class nor a token.",
    fix: 'Inject a class, or create a token in a constant and inject it: `const Db = token<Database>("Db")`.',
  },
  TOKEN_MISSING: {
    message: "`{by}` in module `{module}` injects `{token}`, and no module declares it.",
    fix: "Add `{token}` to the `declarations` of module `{module}`, or provide it there: `provide({token}, () => …)`. If it is of a package, import its module instead.",
  },
  TOKEN_NOT_EXPORTED: {
    message:
      "`{by}` in module `{module}` injects `{token}`, which module `{owner}` declares but does not export.",
    fix: "Add `{token}` to the `exports` of module `{owner}`. If module `{module}` does not import `{owner}` yet, add it to its `imports`.",
  },
  TOKEN_NOT_IMPORTED: {
    message:
      "`{by}` in module `{module}` injects `{token}`. Module `{owner}` exports it, but module `{module}` does not import `{owner}`.",
    fix: "Add module `{owner}` to the `imports` of module `{module}`.",
  },
  TOKEN_AMBIGUOUS: {
    message:
      "`{by}` in module `{module}` injects `{token}`, which two visible modules provide: `{first}` and `{second}`.",
    fix: "Export `{token}` from only one of them, or import only one of them.",
  },
  SERVICE_CYCLE: {
    message: "`{token}` depends on itself: creating it leads to `{by}`, which injects `{token}` again.",
    fix: "Move what they share into a third service that both inject.",
  },
  INJECT_OUTSIDE_BOOT: {
    message: "`inject({token})` was called while no application was being built.",
    fix: "Call `inject()` in a field or constructor of a declared class, in a `provide()` factory or in `routes()`.",
  },
  PROVIDER_NOT_A_FUNCTION: {
    message: "`provide({token}, …)` was given {entry} instead of a function.",
    fix: "Wrap the value: `provide({token}, () => value)`.",
  },
  PROVIDER_ASYNC: {
    message:
      "The factory of `{token}` in module `{module}` returned a promise. The application is built synchronously.",
    fix: "Return the object at once and connect it in its `onStart()`.",
  },
  CONSTRUCTION_FAILED: {
    message: "Creating `{token}` in module `{module}` failed: {reason}.",
    fix: "Correct the error below. Move work that can fail, such as connecting, to `onStart()`.",
  },
  TWO_COPIES: {
    message: "Two copies of trivet are loaded, which share nothing: {copies}.",
    fix: "Run `npm ls trivet` and make all packages use one version. Libraries list trivet under `peerDependencies`.",
  },
  VERSIONS_MIXED: {
    message: "Packages of different versions are loaded: `trivet` {version} and {mixed}.",
    fix: "Install the same version of all packages of Trivet.",
  },

  // Lifecycle
  START_FAILED: {
    message: "`{hook}()` of `{token}` failed: {reason}.",
    fix: "Correct the error below. Services that had started have been stopped.",
  },
  START_TIMEOUT: {
    message: "`{hook}()` of `{token}` did not finish within {milliseconds} ms.",
    fix: "Find out what it waits for. To allow more time, raise `startHookTimeout`.",
  },
  STOP_TIMEOUT: {
    message:
      "`onStop()` of `{token}` did not finish within {milliseconds} ms. Stopping continued without it.",
    fix: "Find out what it waits for. To allow more time, raise `stopHookTimeout`.",
  },
  STOP_FAILED: {
    message: "`onStop()` of `{token}` failed: {reason}. Stopping continued without it.",
    fix: "Correct the error below.",
  },

  // Configuration
  CONFIG_INVALID: {
    message:
      "Environment variables are missing or invalid:\n\n{table}\n\n   Values are not shown, because they may be secrets.",
    fix: "Set them where the application is started, or outside production in `.env` of the current folder.",
  },

  // Routes
  ROUTES_NOT_A_LIST: {
    message: "`routes()` of `{controller}` returned {entry} instead of a list of routes.",
    fix: "Return an array from `routes()`, and do not make it `async`: move what it waits for to `onStart()`.",
  },
  ROUTES_FAILED: {
    message: "`routes()` of `{controller}` failed: {reason}.",
    fix: "Correct the error below. Name a handler without calling it: `this.show`, not `this.show()`.",
  },
  CHILDREN_NOT_A_LIST: {
    message: "`children` of the group `{route}` of `{controller}` is {entry} instead of a list of routes.",
    fix: "Set `children` to an array of routes.",
  },
  ROUTE_NOT_A_RECORD: {
    message: "`{controller}` lists {entry} as a route at position {position}.",
    fix: "Return records: `{ method, path, handler, middlewares, children }`. To include another list, spread it with `...`.",
  },
  ROUTE_WITHOUT_HANDLER: {
    message:
      "The route `{route}` of `{controller}` has neither a handler nor children. A misspelt method is `undefined` here.",
    fix: "Check the name of the method: `handler: this.someMethod`. For a group, set `children`.",
  },
  HANDLER_NOT_A_FUNCTION: {
    message: "The handler of `{route}` in `{controller}` is {entry}, which is not a function.",
    fix: "Name the method without calling it: `this.show`, not `this.show()`.",
  },
  HANDLER_OF_ANOTHER_OBJECT: {
    message:
      "The handler of `{route}` in `{controller}` is a method of `{owner}`, but `this` would be the controller.",
    fix: "Wrap it: `handler: ctx => this.service.method(ctx)`.",
  },
  GROUP_WITH_METHOD: {
    message: "The route `{route}` of `{controller}` has children and also a method, a kind or a handler.",
    fix: 'Move the handler to a child with the path `""`.',
  },
  METHOD_UNKNOWN: {
    message: "The route `{route}` of `{controller}` has the unknown method {method}.",
    fix: "Use GET, POST, PUT, PATCH, DELETE, OPTIONS or HEAD, in capitals. For a command, omit the method.",
  },
  MIDDLEWARE_INVALID: {
    message: "A middleware of {place} is {entry}, which has no method `handle(ctx, next)`.",
    fix: "List a class with a method `handle(ctx, next)`, or an object that has one.",
  },
  ROUTES_UNGUARDED: {
    message:
      '`guards` is `"required"`, and no guard decides who may call these routes:{routes}\n   Anybody could call them.',
    fix: "Add a guard to each, or to its group: a middleware with `security`, such as `BearerAuth`. If a route is public on purpose, write `middlewares: [anyone]`.",
  },
  VALUE_NOT_PROVIDED: {
    message:
      "The middleware `{middleware}` of {place} needs the value `{key}`, and no middleware before it provides it.",
    fix: 'Add a middleware with `provides = ["{key}"]` before `{middleware}`.',
  },
  IDEMPOTENCY_KEY_UNREAD: {
    message: "The record of {route} has `idempotencyKey`, and no middleware of the route reads the key.",
    fix: 'Add `inTransaction(Db, { idempotencyKey: "required" })` of @trivet/postgres to its middlewares, or remove `idempotencyKey`: clients would repeat calls that have an effect each time.',
  },
  ROUTE_CONFLICT: {
    message:
      "`{second}` of `{secondController}` matches the same calls as `{first}` of `{firstController}`, so it would never run.",
    fix: "Change the path or the method of one of them, or remove one.",
  },
  PATH_NOT_A_STRING: {
    message: "A route of `{controller}` has {entry} as its path.",
    fix: 'Set `path` to a string, such as "/posts/:id".',
  },
  PATH_WITHOUT_SLASH: {
    message: "The path `{path}` does not start with `/`.",
    fix: 'Write `/{path}`. Only a child of a group may have the path `""`.',
  },
  PATH_INVALID: {
    message: "The path `{path}` contains {what}, which no call can contain.",
    fix: "Write the path without query and fragment, and with single slashes.",
  },
  WILDCARD_NOT_LAST: {
    message: "The path `{path}` has a `*` that is not its last segment.",
    fix: "Put `*` at the end as a segment of its own (`/files/*`), or use a parameter (`:name`).",
  },
  PARAMETER_UNNAMED: {
    message: "The path `{path}` has a parameter without a valid name: `{segment}`.",
    fix: "Write `:` and a name of letters, digits and `_` as a whole segment, such as `:id`.",
  },
  PARAMETER_TWICE: {
    message: "The path `{path}` contains the parameter `:{name}` twice.",
    fix: "Rename one of them.",
  },

  // Schemas and contracts
  TAG_UNKNOWN: {
    message: "The field `{field}` of `dto()` has the unknown tag `{tag}`.",
    fix: "Use required, email, uuid, url, date, line, number, integer, boolean, min=<n>, max=<n>, oneof=<a>|<b> or default=<value>. For other rules, use `pattern()` or another library.",
  },
  FIELD_INVALID: {
    message: "The field `{field}` of `dto()` is invalid: {reason}.",
    fix: 'Write tags that fit each other, such as "integer,min=1", or use `dto()`, `list()`, `pattern()` or `optional()`.',
  },
  CONTRACT_NOT_IMPLEMENTED: {
    message: "`{controller}` has no method `{handler}`, which its contract names for `{route}`.",
    fix: "Write the method `{handler}(ctx)` in `{controller}`, or remove the record from the contract.",
  },

  STATUS_NOT_RETURNED: {
    message: "`{route}` replied with status {status}, and `returns` of its record lists only {declared}.",
    fix: "Add {status} to `returns` of the record, or reply with a status that it lists.",
  },
  RESULT_BREAKS_RETURNS: {
    message: "The result of `{route}` does not match `returns` of its record: {reason}.",
    fix: "Return what the schema describes, or change the schema.",
  },
  RETURNS_NOT_PRUNABLE: {
    message:
      "`returns: { prune: true }` is set, but the schema of `{route}` for {status} does not give its JSON Schema.",
    fix: "Use a schema without dates and transforms, or remove `returns: { prune: true }`.",
  },
  SUNSET_INVALID: {
    message: "`about` of `{route}` is invalid: {reason}.",
    fix: 'Write both as dates, the sunset after the deprecation: `about: { deprecated: "2026-03-01", sunset: "2026-09-01" }`.',
  },
  KIND_SERVED_TWICE: {
    message: "Both `{first}` and `{second}` answer calls of the kind `{kind}`.",
    fix: "Remove the import of one of the modules that bring them.",
  },
  KIND_NOT_SERVED: {
    message: "This process answers only calls of the kind `{kind}` (`TRIVET_ONLY`), which no module runs.",
    fix: "Import the module that does, such as `jobs()` of @trivet/jobs, or start without `--jobs` and `TRIVET_ONLY`.",
  },
  DESCRIBED_TOO_EARLY: {
    message: "The application was described while it was still being built.",
    fix: "Call the function that `inject(Describe)` returns in `onStart()` or during a call.",
  },
  REDIRECT_UNSAFE: {
    message: "The target of a redirect is another site, or could be read as one.",
    fix: 'Redirect to a path that begins with one `/`, or allow the other site: `{ origins: ["https://login.example"] }`.',
  },
  HTML_HOLE_UNSAFE: {
    message: "A template contains a value in {place}, near {near}, where no escaping is safe.",
    fix: 'Put values between tags, in quoted attributes, or as whole JSON values in a `<script type="application/json">`.',
  },
  HTML_HOLE_IN_SCRIPT: {
    message: "A template contains a value in a `<script>`, near {near}, where it could become code.",
    fix: 'Put the data in a `<script type="application/json" id="data">` element: `JSON.parse(data.textContent)` reads it.',
  },
  INCREMENT_INVALID: {
    message: "`increment()` of the key `{key}` failed: {what} is not a whole number.",
    fix: "Increment whole numbers by whole numbers.",
  },
  TOPIC_INVALID: {
    status: 400,
    message: "The topic {topic} {reason}.",
    fix: "Name topics with up to 200 characters, without control characters and wildcards: `post:7`.",
  },
  TOPIC_MESSAGE_INVALID: {
    message: "A message of the topic `{topic}` is invalid: {reason}.",
    fix: "Publish JSON that matches the schema of `subscribe()`.",
  },
  TOPIC_READER_SLOW: {
    message:
      "A subscription of the topic `{topic}` has ended: its reader was more than {limit} messages behind.",
    fix: "Let the client connect again: it resumes after its last message. If this repeats, publish less, or raise `buffer`.",
  },
  TOPIC_MESSAGES_MISSED: {
    message:
      "A subscription of the topic `{topic}` has ended: its connection was lost, and messages with it.",
    fix: "Let the client connect again. To keep more messages, raise `history`.",
  },
  OPTION_INVALID: {
    message: "An option of {what} is invalid: {reason}.",
    fix: "Change the option. The doc comment of {what} describes the valid values.",
  },

  // Serving
  TOKEN_UNUSED: {
    message: "`{token}` is made only if something injects it.",
    fix: "Inject it in a declaration.",
  },
  ADDRESS_IN_USE: {
    message: "Cannot listen on {address}: it is already in use.",
    fix: "Stop the program that uses it (`lsof -i :{port}` shows it), or set another `port`, or `PORT`.",
  },
  ADDRESS_REFUSED: {
    message: "Cannot listen on {address}: {reason}.",
    fix: "Pass `serve()` a `host` of this machine and a `port` that the program may use, such as 3000.",
  },

  MANAGEMENT_NOT_STARTED: {
    message: "The management port did not start: {reason}.",
    fix: "It needs Node, and `trivet` outside of a bundle.",
  },

  WORKER_NOT_STARTED: {
    message: "{tries} worker(s) in a row stopped before serving, the last one with {outcome}.",
    fix: "Read what the worker printed above, or start the program without `workers`.",
  },

  // Calls
  NOT_FOUND: {
    status: 404,
    public: "Not Found",
    message: "No route matches {method} {path}.",
    fix: "Check the route table. Paths match exactly, a trailing slash included.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    public: "Method Not Allowed",
    message: "{path} has no route for {method}, only for {allow}.",
    fix: "Send one of the allowed methods, or declare a route for {method}.",
  },
  PATH_MALFORMED: {
    status: 400,
    public: "Bad Request",
    message: "The path of the call contains a malformed percent escape.",
    fix: "Send `%` followed by two hexadecimal digits, encoding UTF-8.",
  },
  TARGET_AMBIGUOUS: {
    status: 400,
    public: "Bad Request",
    message:
      "The target or host of the request is ambiguous: dot segments, a backslash, a fragment, or a host with more than a name and a port.",
    fix: "Send a path without them, and one `Host` header.",
  },
  URL_UNAVAILABLE: {
    status: 400,
    public: "Bad Request",
    message: "The request for the handler mounted at `{route}` names no host, or a URL changes its path.",
    fix: 'Send a `Host` header, and percent-encode characters such as `"` and `<`, and all that are not ASCII.',
  },
  BODY_INVALID: {
    status: 400,
    public: "Invalid request",
    message: "The body of the call is invalid: {reason}.",
    fix: "Send what the schema describes. `issues` of this fault lists the invalid fields.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    public: "Payload Too Large",
    message: "The body of the call is longer than {limit} bytes.",
    fix: "Send a smaller body, or raise `bodyLimit`.",
  },
  BODY_ENCODED: {
    status: 415,
    public: "Unsupported Media Type",
    message: "The body of the call has the encoding {encoding}. Bodies are not decompressed.",
    fix: "Send the body without `Content-Encoding`.",
  },
  BODY_TYPE_UNKNOWN: {
    status: 415,
    public: "Unsupported Media Type",
    message: "The body of the call has the type {type}, which the web platform does not read.",
    fix: "Send a form or JSON with the matching `Content-Type`. For files, set `bodies: [multipart()]`, of `@trivet/multipart`.",
  },
  FORM_TOO_LARGE: {
    status: 413,
    public: "Payload Too Large",
    message: "The form of the call has more than {limit} {what}.",
    fix: "Send less, or raise the limit of `multipart()`.",
  },
  BODY_INCOMPLETE: {
    status: 400,
    public: "Bad Request",
    message: "The body of the call ended before it was complete.",
    fix: "Send the whole body.",
  },
  BODY_TAKEN: {
    message: "The body of this call was already read as a stream.",
    fix: "Read it as a stream once, or with `bind()` or `request().body()`, which may be repeated.",
  },
  BODY_ALREADY_READ: {
    message: "The body of this request was read before the application got it.",
    fix: "In Express, call `use(toNode(app))` before `use(express.json())`, in Fastify in an `onRequest` hook. In Hono, pass on an unread `c.req.raw`.",
  },
  HTTP_VERSION_UNSUPPORTED: {
    status: 505,
    public: "HTTP Version Not Supported",
    message: "The server around `toNode(app)` received a request of HTTP/{version}.",
    fix: "Serve HTTP/1.1: `http.createServer()`, or Fastify without `http2`.",
  },
  SCHEMA_MISSING: {
    message: "`ctx.{call}` was called on `{route}`, whose record has no `accepts.{part}`.",
    fix: "Pass a schema, `ctx.bind(schema)`, or add `accepts: { {part}: schema }` to the record.",
  },
  HEADER_INVALID: {
    message: "The name or value of the header {header} is not allowed in HTTP.",
    fix: "Encode external input, for instance with `encodeURIComponent`.",
  },
  STATUS_INVALID: {
    message: "{where} set the status {status}, which is not a final status.",
    fix: "Use a whole number from 200 to 599.",
  },
  REPLY_MISSING: {
    message: "A listener of `ctx.onReply()` on `{route}` returned {entry} instead of a reply.",
    fix: "Return the reply that it received, or a new `Reply`.",
  },
  RESPONSE_READ: {
    message: "`{route}` returned a `Response` whose body was already read.",
    fix: "Return a new `Response` for every call, or read a `clone()` of it.",
  },
  RESPONSE_MISSING: {
    message: "The handler mounted at `{route}` returned {entry} instead of a `Response`.",
    fix: "Return a `Response`. Wrap a Node listener, such as an Express application, with `fromNode()` of `trivet/node`.",
  },
  LISTENER_CLOSED: {
    message:
      "The Node listener of `fromNode()` closed the connection of `{method} {target}` before its reply was complete.",
    fix: "Send a reply in every case, or pass the error to `next(error)`.",
  },
  SOCKET_EXPECTED: {
    status: 426,
    public: "Upgrade Required",
    message: "`{route}` is a socket, and the request does not open one: {reason}.",
    fix: "Open it with `new WebSocket(…)` or `openSocket()`. A proxy must pass on `Upgrade` and `Connection`.",
  },
  SOCKET_ORIGIN_FOREIGN: {
    status: 403,
    public: "Forbidden",
    message: "A page of another origin, {origin}, wants to open the socket `{route}`.",
    fix: 'To allow it, add the middleware `cors({ origin: "{origin}" })`, with `credentials: true` for cookies.',
  },
  SOCKETS_TOO_MANY: {
    status: 429,
    public: "Too Many Requests",
    message: "{who} has {count} sockets in this process, and may not open another at `{route}`.",
    fix: "To allow more, raise `limits.{limit}` of the socket's record.",
  },
  SOCKET_SENT_INVALID: {
    message: "The socket `{route}` sent what does not match `sends` of its record: {reason}.",
    fix: "Correct what is passed to `ctx.send()`, or the schema.",
  },
  SOCKET_LIBRARY_MISSING: {
    message: "The socket `{route}` needs the package `ws`, which is not installed: {reason}.",
    fix: "Run `npm install ws`.",
  },
  RESULT_NOT_JSON: {
    message: "The handler of `{route}` returned {entry}, which has no JSON form.",
    fix: "Return JSON values: `Object.fromEntries(map)`, `[...set]`, text for a BigInt. `await` promises and throw errors.",
  },
  NEXT_CALLED_TWICE: {
    message: "The middleware `{middleware}` called `next()` twice in one call.",
    fix: "Call `next()` once and keep its result: `const result = await next()`.",
  },
  MIDDLEWARE_NOT_MADE: {
    message: "`{middleware}` of `{route}` has no instance: the route was added after boot.",
    fix: "Add `{middleware}` to the `declarations` of the root module, or list an object.",
  },
  PROVIDED_NOT_SET: {
    message:
      "The middleware `{middleware}` called `next()` for `{route}` without setting `{key}`, which its `provides` lists.",
    fix: 'Call `ctx.set("{key}", …)` before every `next()`. If there may be none, set `undefined` and add it to `ContextValues`. Otherwise remove `"{key}"` from its `provides`.',
  },
  MIDDLEWARE_SILENT: {
    message: "The middleware `{middleware}` neither called `next()` nor returned a value for `{route}`.",
    fix: 'Write `return next()`. To reply with nothing on purpose, write `return ctx.status(204).send("")`.',
  },
} as const
