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

/** Every fault the framework raises: code to status, message and fix. Codes are stable; texts may improve. */
export const catalogue = {
  // Modules
  ENTRY_UNDEFINED: {
    status: 500,
    message:
      "`{list}` of module `{module}` contains `undefined` at position {position}. Either a name is misspelt, or two files import each other and one of them ran before the other had set its export.",
    fix: "Check the name. If the files import each other, write the list as a function, `{list}: () => […]`: it is read after both files have run.",
  },
  LIST_INVALID: {
    status: 500,
    message: "`{list}` of module `{module}` is {entry} instead of a list.",
    fix: "Write `{list}: […]`, or a function that returns a list: `{list}: () => […]`.",
  },
  ROOT_NOT_A_MODULE: {
    status: 500,
    message: "The application was given {entry} as its root, which is not a module.",
    fix: "Pass a record made by `module({ … })`; it needs a `name`.",
  },
  NOT_A_MODULE: {
    status: 500,
    message: "`imports` of module `{module}` contains {entry} at position {position}, which is not a module.",
    fix: "Import a record made by `module({ … })`; it needs a `name`. Classes and providers belong in `declarations`.",
  },
  NOT_A_DECLARATION: {
    status: 500,
    message:
      "`declarations` of module `{module}` contains {entry} at position {position}, which is neither a class nor a provider.",
    fix: "Declare the class itself, not an instance of it, or wrap the value: `provide(SomeToken, () => value)`. Modules belong in `imports`.",
  },
  MODULE_NAME_TAKEN: {
    status: 500,
    message: "Two modules are named `{module}`. The other one is {other}.",
    fix: "Give one of them another `name`: faults, logs and descriptions identify modules by it.",
  },
  DECLARED_TWICE: {
    status: 500,
    message:
      "`{token}` is declared in module `{first}` and again in module `{second}`, so there would be two instances.",
    fix: "Keep the declaration in one module. If the other one injects `{token}`, add it to the `exports` of the first and add that module to the `imports` of the other.",
  },
  LISTED_TWICE: {
    status: 500,
    message: "`declarations` of module `{module}` lists `{token}` a second time at position {position}.",
    fix: "Remove one of the two entries.",
  },
  EXPORT_NOT_DECLARED: {
    status: 500,
    message:
      "Module `{module}` exports `{token}`, but neither declares it nor imports a module that exports it.",
    fix: "Add `{token}` to the `declarations` of module `{module}`, or remove it from its `exports`.",
  },
  EXPORT_NOT_A_TOKEN: {
    status: 500,
    message:
      "`exports` of module `{module}` contains {entry} at position {position}, which is neither a class nor a token.",
    fix: "List the classes and tokens that other modules may inject. To export what an imported module exports, list it in the same way.",
  },

  // Injection
  TOKEN_UNDEFINED: {
    status: 500,
    message:
      "`inject()` in `{by}` was given `undefined`. Either a name is misspelt, or two files import each other and one of them ran before the other had set its export.",
    fix: "Check the name. If the files import each other, move what both need into a third file.",
  },
  TOKEN_INVALID: {
    status: 500,
    message: "`inject()` in `{by}` was given {entry}, which is neither a class nor a token.",
    fix: 'Inject a class, or create a token in a constant and inject it: `const Db = token<Database>("Db")`.',
  },
  TOKEN_MISSING: {
    status: 500,
    message: "`{by}` in module `{module}` injects `{token}`, and no module declares it.",
    fix: "Add `{token}` to the `declarations` of module `{module}`, or provide it there: `provide({token}, () => …)`.",
  },
  TOKEN_NOT_EXPORTED: {
    status: 500,
    message:
      "`{by}` in module `{module}` injects `{token}`, which module `{owner}` declares but does not export.",
    fix: "Add `{token}` to the `exports` of module `{owner}`. If module `{module}` does not import `{owner}` yet, add it to its `imports`.",
  },
  TOKEN_NOT_IMPORTED: {
    status: 500,
    message:
      "`{by}` in module `{module}` injects `{token}`. Module `{owner}` exports it, but module `{module}` does not import `{owner}`.",
    fix: "Add module `{owner}` to the `imports` of module `{module}`.",
  },
  TOKEN_AMBIGUOUS: {
    status: 500,
    message:
      "`{by}` in module `{module}` injects `{token}`, which two visible modules provide: `{first}` and `{second}`.",
    fix: "Export `{token}` from only one of them, or import only one of them.",
  },
  SERVICE_CYCLE: {
    status: 500,
    message: "`{token}` depends on itself: creating it leads to `{by}`, which injects `{token}` again.",
    fix: "Move what they share into a third service that both inject, or pass what one needs from the other as an argument of a method.",
  },
  INJECT_OUTSIDE_BOOT: {
    status: 500,
    message: "`inject({token})` was called while no application was being built.",
    fix: "Call `inject()` in a field initializer or constructor of a declared class, in a `provide()` factory or in `routes()`, and keep the result.",
  },
  PROVIDER_NOT_A_FUNCTION: {
    status: 500,
    message: "`provide({token}, …)` was given {entry} instead of a function.",
    fix: "Wrap the value: `provide({token}, () => value)`.",
  },
  PROVIDER_ASYNC: {
    status: 500,
    message:
      "The factory of `{token}` in module `{module}` returned a promise. Factories run while the application is built, which is synchronous.",
    fix: "Return the object at once and connect it in its `onStart()`: services that inject it start after it.",
  },
  CONSTRUCTION_FAILED: {
    status: 500,
    message: "Creating `{token}` in module `{module}` failed: {reason}.",
    fix: "Correct the error below. Move work that can fail, such as connecting, to `onStart()`.",
  },
  TWO_COPIES: {
    status: 500,
    message: "Two copies of trivet are loaded, and they do not share modules and instances: {copies}.",
    fix: "Run `npm ls trivet` and make all packages use one version. Libraries list trivet under `peerDependencies`.",
  },

  // Lifecycle
  START_FAILED: {
    status: 500,
    message: "`{hook}()` of `{token}` failed: {reason}.",
    fix: "Correct the error below. Services that had started before have been stopped again.",
  },
  START_TIMEOUT: {
    status: 500,
    message: "`{hook}()` of `{token}` did not finish within {milliseconds} ms.",
    fix: "Find out what it waits for. To allow more time, set the option `startTimeout`, in milliseconds.",
  },
  STOP_TIMEOUT: {
    status: 500,
    message:
      "`onStop()` of `{token}` did not finish within {milliseconds} ms. Stopping continued without it.",
    fix: "Find out what it waits for. To allow more time, set the option `stopTimeout`, in milliseconds.",
  },
  STOP_FAILED: {
    status: 500,
    message: "`onStop()` of `{token}` failed: {reason}. Stopping continued without it.",
    fix: "Correct the error below.",
  },

  // Configuration
  CONFIG_INVALID: {
    status: 500,
    message:
      "Environment variables are missing or invalid:\n\n{table}\n\n   Values are not shown, because they may be secrets.",
    fix: "Set them where the application is started, or outside production in `.env` of the current folder.",
  },

  // Routes
  ROUTES_NOT_A_LIST: {
    status: 500,
    message: "`routes()` of `{controller}` returned {entry} instead of a list of routes.",
    fix: "Return an array from `routes()`, and do not make it `async`: move what it waits for to `onStart()`.",
  },
  ROUTES_FAILED: {
    status: 500,
    message: "`routes()` of `{controller}` failed: {reason}.",
    fix: "Correct the error below. Name a handler without calling it: `this.show`, not `this.show()`.",
  },
  CHILDREN_NOT_A_LIST: {
    status: 500,
    message: "`children` of the group `{route}` of `{controller}` is {entry} instead of a list of routes.",
    fix: "Set `children` to an array of routes.",
  },
  ROUTE_NOT_A_RECORD: {
    status: 500,
    message: "`{controller}` lists {entry} as a route at position {position}.",
    fix: "Return records: `{ method, path, handler, middlewares, children }`. To include another list, spread it with `...`.",
  },
  ROUTE_WITHOUT_HANDLER: {
    status: 500,
    message:
      "The route `{route}` of `{controller}` has neither a handler nor children. A misspelt method name results in `undefined` here.",
    fix: "Check the name of the method: `handler: this.someMethod`. For a group, set `children`.",
  },
  HANDLER_NOT_A_FUNCTION: {
    status: 500,
    message: "The handler of `{route}` in `{controller}` is {entry}, which is not a function.",
    fix: "Name the method without calling it: `this.show`, not `this.show()`.",
  },
  HANDLER_OF_ANOTHER_OBJECT: {
    status: 500,
    message:
      "The handler of `{route}` in `{controller}` is a method of `{owner}`, but would be called with the controller as `this`.",
    fix: "Write a method in `{controller}` that calls it, or wrap it: `handler: ctx => this.service.method(ctx)`.",
  },
  GROUP_WITH_METHOD: {
    status: 500,
    message: "The route `{route}` of `{controller}` has children and also a method, a kind or a handler.",
    fix: 'Move the handler to a child of the group with the path `""`.',
  },
  METHOD_UNKNOWN: {
    status: 500,
    message: "The route `{route}` of `{controller}` has the unknown method {method}.",
    fix: "Use GET, POST, PUT, PATCH, DELETE, OPTIONS or HEAD, in capitals. For a command, omit the method.",
  },
  MIDDLEWARE_INVALID: {
    status: 500,
    message: "A middleware of {place} is {entry}, which has no method `handle(ctx, next)`.",
    fix: "List a class with a method `handle(ctx, next)`, or an object that has one.",
  },
  ROUTES_UNGUARDED: {
    status: 500,
    message:
      '`guards` is `"required"`, and no guard decides who may call these routes:{routes}\n   Anybody could call them.',
    fix: "Add a guard to each, or to its group: a middleware with `security`, such as `BearerAuth`. If a route is public on purpose, write `middlewares: [anyone]`, with `anyone` of `trivet`.",
  },
  VALUE_NOT_PROVIDED: {
    status: 500,
    message:
      "The middleware `{middleware}` of {place} needs the value `{key}`, and no middleware before it provides it.",
    fix: 'Add a middleware with `provides = ["{key}"]` before `{middleware}`, on the route, on its group or on the application.',
  },
  ROUTE_CONFLICT: {
    status: 500,
    message:
      "`{second}` of `{secondController}` matches exactly the same calls as `{first}` of `{firstController}`, so it would never run.",
    fix: "Change the path or the method of one of them, or remove one.",
  },
  PATH_NOT_A_STRING: {
    status: 500,
    message: "A route of `{controller}` has {entry} as its path.",
    fix: 'Set `path` to a string, such as "/posts/:id".',
  },
  PATH_WITHOUT_SLASH: {
    status: 500,
    message: "The path `{path}` does not start with `/`.",
    fix: 'Write `/{path}`. Only a child of a group may have the path `""`, which is the path of the group.',
  },
  PATH_INVALID: {
    status: 500,
    message: "The path `{path}` contains {what}, which no call can contain.",
    fix: "Write the path without query and fragment, and with single slashes. Spaces and other characters are encoded at boot.",
  },
  WILDCARD_NOT_LAST: {
    status: 500,
    message: "The path `{path}` has a `*` that is not its last segment.",
    fix: "Put `*` at the end as a segment of its own (`/files/*`), or use a parameter (`:name`).",
  },
  PARAMETER_UNNAMED: {
    status: 500,
    message: "The path `{path}` has a parameter without a valid name: `{segment}`.",
    fix: "Write `:` and a name of letters, digits and `_` as a whole segment, such as `:id`.",
  },
  PARAMETER_TWICE: {
    status: 500,
    message: "The path `{path}` contains the parameter `:{name}` twice.",
    fix: "Rename one of them.",
  },

  // Schemas and contracts
  TAG_UNKNOWN: {
    status: 500,
    message: "The field `{field}` of `dto()` has the unknown tag `{tag}`.",
    fix: "Use required, email, line, min=<n>, max=<n>, number, integer, boolean, oneof=<a>|<b> or default=<value>, separated by commas. For other rules, pass a schema of Zod, Valibot or ArkType.",
  },
  FIELD_INVALID: {
    status: 500,
    message: "The field `{field}` of `dto()` is invalid: {reason}.",
    fix: 'Write tags that fit each other, such as "oneof=asc|desc,default=asc" or "integer,min=1,default=10", or a schema made by `dto()`, `list()` or `optional()`.',
  },
  CONTRACT_NOT_IMPLEMENTED: {
    status: 500,
    message: "`{controller}` has no method `{handler}`, which its contract names for `{route}`.",
    fix: "Write the method `{handler}(ctx)` in `{controller}`, or remove the record from the contract.",
  },

  STATUS_NOT_RETURNED: {
    status: 500,
    message: "`{route}` replied with status {status}, and `returns` of its record lists only {declared}.",
    fix: "Add {status} to `returns` of the record, or reply with a status that it lists.",
  },
  RESULT_BREAKS_RETURNS: {
    status: 500,
    message: "The result of `{route}` does not match `returns` of its record: {reason}.",
    fix: "Return what the schema describes, or change the schema. Production does not check this.",
  },
  RETURNS_NOT_PRUNABLE: {
    status: 500,
    message:
      "`returns: { prune: true }` is set, but the schema of `{route}` for {status} does not give its JSON Schema.",
    fix: "Use a schema that gives its JSON Schema (no dates, no transforms), or remove `returns: { prune: true }`.",
  },
  SUNSET_INVALID: {
    status: 500,
    message: "`about` of `{route}` is invalid: {reason}.",
    fix: 'Write both as dates, the sunset after the deprecation: `about: { deprecated: "2026-03-01", sunset: "2026-09-01" }`.',
  },
  KIND_SERVED_TWICE: {
    status: 500,
    message:
      "Both `{first}` and `{second}` answer calls of the kind `{kind}`, so it is not clear which of them should.",
    fix: "Remove the import of one of the modules that bring them.",
  },
  KIND_NOT_SERVED: {
    status: 500,
    message: "This process answers only calls of the kind `{kind}` (`TRIVET_ONLY`), which no module runs.",
    fix: "Import the module that does, such as `jobs()` of @trivet/jobs for jobs. To serve requests, start the program without `--jobs` and without the variable `TRIVET_ONLY`.",
  },
  DESCRIBED_TOO_EARLY: {
    status: 500,
    message: "The application was described while it was still being built.",
    fix: "Keep the function that `inject(Describe)` returns, and call it in `onStart()` or during a call.",
  },
  REDIRECT_UNSAFE: {
    status: 500,
    message: "The target of a redirect is another site, or a browser could read it as one.",
    fix: 'Redirect to a path that begins with one `/`, or allow the other site: `redirect(target, { origins: ["https://login.example"] })`.',
  },
  HTML_HOLE_UNSAFE: {
    status: 500,
    message: "A template contains a value in {place}, near {near}, where no escaping is safe.",
    fix: 'Put values between tags, in quoted attributes, or as whole JSON values in a `<script type="application/json">` element. Handle events in a script file.',
  },
  HTML_HOLE_IN_SCRIPT: {
    status: 500,
    message: "A template contains a value in a `<script>`, near {near}, where it could become code.",
    fix: 'Put the data in a `<script type="application/json" id="data">` element and read it in the script: `JSON.parse(document.getElementById("data").textContent)`.',
  },
  INCREMENT_INVALID: {
    status: 500,
    message: "`increment()` of the key `{key}` failed: {what} is not a whole number.",
    fix: "Increment only keys that contain whole numbers, and by whole numbers.",
  },
  TOPIC_INVALID: {
    status: 400,
    message: "The topic {topic} {reason}.",
    fix: "Name topics with up to 200 characters, without control characters and wildcards: `post:7`.",
  },
  TOPIC_MESSAGE_INVALID: {
    status: 500,
    message: "A message of the topic `{topic}` is invalid: {reason}.",
    fix: "Publish what JSON has and the schema of `subscribe()` describes. Send large data under an id that clients ask for.",
  },
  TOPIC_READER_SLOW: {
    status: 500,
    message:
      "A subscription of the topic `{topic}` has ended: its reader was more than {limit} messages behind.",
    fix: "Let the client connect again: it resumes after its last message. If that happens often, publish less, or raise `buffer`.",
  },
  TOPIC_MESSAGES_MISSED: {
    status: 500,
    message:
      "A subscription of the topic `{topic}` has ended: its connection was lost, and messages with it.",
    fix: "Let the client connect again. To keep more messages for such a time, raise `history`.",
  },
  OPTION_INVALID: {
    status: 500,
    message: "An option of {what} is invalid: {reason}.",
    fix: "Change the option. The doc comment of {what} describes the valid values.",
  },

  // Serving
  ADDRESS_IN_USE: {
    status: 500,
    message: "Cannot listen on {address}: it is already in use.",
    fix: "Stop the program that uses it (`lsof -i :{port}` shows it), or set another one: `port` of `serve()`, or else `PORT`.",
  },
  ADDRESS_REFUSED: {
    status: 500,
    message: "The system does not allow this program to listen on {address}: {reason}.",
    fix: "Pass `serve()` a `host` that belongs to this machine and a `port` of at least 1024, unless the program may use lower ones.",
  },

  WORKER_NOT_STARTED: {
    status: 500,
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
      "The target or host of the request is ambiguous: it contains dot segments, a backslash or a fragment, or the host is not only a name and a port.",
    fix: "Send a path without them, and one `Host` header.",
  },
  URL_UNAVAILABLE: {
    status: 400,
    public: "Bad Request",
    message:
      "The request for the handler mounted at `{route}` cannot be passed on: it names no host, or a URL changes its path.",
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
    fix: "Send a smaller body, or raise the option `bodyLimit`, in bytes.",
  },
  BODY_ENCODED: {
    status: 415,
    public: "Unsupported Media Type",
    message:
      "The body of the call has the encoding {encoding}. Bodies are not decompressed, because a few bytes could expand to gigabytes.",
    fix: "Send the body without `Content-Encoding`.",
  },
  BODY_TYPE_UNKNOWN: {
    status: 415,
    public: "Unsupported Media Type",
    message: "The body of the call has the type {type}, which the web platform does not read.",
    fix: "Send a form or JSON with the matching `Content-Type`. For forms with files, set `bodies: [multipart()]` of the platform, from `@trivet/multipart`.",
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
    status: 500,
    message: "The body of this call was already read as a stream, so it cannot be read again.",
    fix: "Read it once: as a stream, or with `bind()` or `request().body()`, which may be repeated.",
  },
  BODY_ALREADY_READ: {
    status: 500,
    message:
      "The body of this request was read before the application got the request, so it cannot be read again.",
    fix: "In Express, call `use(toNode(app))` before `use(express.json())` and other body parsers. In Fastify, call the listener in an `onRequest` hook, which runs before the body is parsed. In Hono, pass on `c.req.raw` before anything reads `c.req`.",
  },
  HTTP_VERSION_UNSUPPORTED: {
    status: 505,
    public: "HTTP Version Not Supported",
    message: "The server around `toNode(app)` received a request of HTTP/{version}.",
    fix: "Serve HTTP/1.1: `http.createServer()`, or Fastify without `http2`. A proxy in front can speak HTTP/2 to clients.",
  },
  SCHEMA_MISSING: {
    status: 500,
    message: "`ctx.{call}` was called on `{route}`, whose record has no `accepts.{part}`.",
    fix: "Pass a schema, `ctx.bind(schema)`, or add `accepts: { {part}: schema }` to the record.",
  },
  HEADER_INVALID: {
    status: 500,
    message:
      "The name or value of the header {header} is not allowed in HTTP. A line break in it would split the reply.",
    fix: "Encode external input before you use it in a header, for instance with `encodeURIComponent`.",
  },
  STATUS_INVALID: {
    status: 500,
    message: "{where} set the status {status}, which is not a final status.",
    fix: "Use a whole number from 200 to 599.",
  },
  REPLY_MISSING: {
    status: 500,
    message: "A listener of `ctx.onReply()` on `{route}` returned {entry} instead of a reply.",
    fix: "Return the reply that it received, changed or not, or a new `Reply`.",
  },
  RESPONSE_READ: {
    status: 500,
    message: "`{route}` returned a `Response` whose body was already read.",
    fix: "Return a new `Response` for every call, or read a `clone()` of it.",
  },
  RESPONSE_MISSING: {
    status: 500,
    message: "The handler mounted at `{route}` returned {entry} instead of a `Response`.",
    fix: "Return a `Response`. Wrap a Node listener, such as an Express application: `mount(path, fromNode(listener))`, with `fromNode` of `trivet/node`.",
  },
  LISTENER_CLOSED: {
    status: 500,
    message:
      "The Node listener of `fromNode()` closed the connection of `{method} {target}` before its reply was complete.",
    fix: "Send a reply in every case, or pass the error to `next(error)`.",
  },
  SOCKET_EXPECTED: {
    status: 426,
    public: "Upgrade Required",
    message: "`{route}` is a socket, and the request does not open one: {reason}.",
    fix: "Open it with `new WebSocket(…)` or `openSocket()` of `trivet/client`. A proxy in front must pass `Upgrade` and `Connection` on.",
  },
  SOCKET_ORIGIN_FOREIGN: {
    status: 403,
    public: "Forbidden",
    message: "A page of {origin} wants to open the socket `{route}`, and that is another origin.",
    fix: 'If it may, add `cors({ origin: "{origin}" })` to the middlewares of the application; with `credentials: true` if it sends cookies.',
  },
  SOCKETS_TOO_MANY: {
    status: 429,
    public: "Too Many Requests",
    message:
      "{who} has {count} connections to sockets of this process, and may not open another one at `{route}`.",
    fix: "If so many are right, raise `limits.{limit}` of the socket's record.",
  },
  SOCKET_SENT_INVALID: {
    status: 500,
    message: "The socket `{route}` sent something that breaks the schema `sends` of its record: {reason}.",
    fix: "Correct what is passed to `ctx.send()`, or the schema.",
  },
  SOCKET_LIBRARY_MISSING: {
    status: 500,
    message:
      "The application has sockets, such as `{route}`, and the package `ws` is not installed: {reason}.",
    fix: "Install it: `npm install ws`. It is used on Node only, and only if an application has sockets.",
  },
  RESULT_NOT_JSON: {
    status: 500,
    message: "The handler of `{route}` returned {entry}, which has no JSON form.",
    fix: "Return JSON values. Convert a Map to an object (`Object.fromEntries(map)`), a Set to an array (`[...set]`) and a BigInt to text. `await` promises and throw errors.",
  },
  NEXT_CALLED_TWICE: {
    status: 500,
    message: "The middleware `{middleware}` called `next()` twice in one call.",
    fix: "Call `next()` once and keep its result: `const result = await next()`.",
  },
  MIDDLEWARE_NOT_MADE: {
    status: 500,
    message:
      "The class `{middleware}` of `{route}` has no instance. The route was added while the application runs, and instances are created at boot.",
    fix: "Add `{middleware}` to the `declarations` of the root module, or list an object.",
  },
  PROVIDED_NOT_SET: {
    status: 500,
    message:
      "The middleware `{middleware}` called `next()` for `{route}` without setting `{key}`, which its `provides` lists.",
    fix: 'Call `ctx.set("{key}", …)` before every `next()`. If there may be no value, write `{key}: … | undefined` in `ContextValues` and set it to `undefined`. If the middleware does not set it, remove `"{key}"` from its `provides`.',
  },
  MIDDLEWARE_SILENT: {
    status: 500,
    message:
      "The middleware `{middleware}` neither called `next()` nor returned a value for `{route}`, so the client would get an empty reply.",
    fix: 'Return the result of `next()`: `return next()`. To reply with nothing on purpose, write `return ctx.status(204).send("")`.',
  },
} as const
