// Large because: it is the one list of all faults, and a reader looks a code up in one place.

/** One kind of mistake or refusal. `{name}` stands for a detail that whoever raises the fault gives. */
export interface CatalogueEntry {
  /** The HTTP status when the fault ends a call. */
  readonly status: number
  /** What a client is told. Without it a client reads only the status's own name: the message is for developers. */
  readonly public?: string
  /** What happened and why, for the developer. */
  readonly message: string
  /** What to do next. */
  readonly fix: string
}

/** Every fault the framework raises: code to status, message and fix. Codes are stable; texts may improve. */
export const catalogue = {
  // Modules
  ENTRY_UNDEFINED: {
    status: 500,
    message:
      "`{list}` of module `{module}` holds `undefined` at position {position}. Either a name is misspelt, or two files import each other and one of them ran before the other had set its export.",
    fix: "Check the name. For files that import each other write the list as a function, `{list}: () => […]`: it is read after both have run.",
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
    message: "`imports` of module `{module}` holds {entry} at position {position}, which is not a module.",
    fix: "Import a record made by `module({ … })`; it needs a `name`. Classes and providers belong in `declarations`.",
  },
  NOT_A_DECLARATION: {
    status: 500,
    message:
      "`declarations` of module `{module}` holds {entry} at position {position}, which is neither a class nor a provider.",
    fix: "Declare the class itself, not an instance of it, or wrap the value: `provide(SomeToken, () => value)`. Modules belong in `imports`.",
  },
  MODULE_NAME_TAKEN: {
    status: 500,
    message: "Two modules are named `{module}`. The other one is {other}.",
    fix: "Give one of them another `name`: faults, logs and descriptions tell modules apart by it.",
  },
  DECLARED_TWICE: {
    status: 500,
    message:
      "`{token}` is declared in module `{first}` and again in module `{second}`: it would exist twice.",
    fix: "Keep the declaration in one module. If the other one asks for `{token}`, put it in the `exports` of the first and add that module to the `imports` of the other.",
  },
  LISTED_TWICE: {
    status: 500,
    message: "`declarations` of module `{module}` names `{token}` a second time at position {position}.",
    fix: "Remove one of the two.",
  },
  EXPORT_NOT_DECLARED: {
    status: 500,
    message:
      "Module `{module}` exports `{token}`, but neither declares it nor imports a module that exports it.",
    fix: "Add `{token}` to the `declarations` of module `{module}`, or take it out of its `exports`.",
  },
  EXPORT_NOT_A_TOKEN: {
    status: 500,
    message:
      "`exports` of module `{module}` holds {entry} at position {position}, which is neither a class nor a token.",
    fix: "Name the classes and tokens that others may ask for. What an imported module exports is passed on in the same way.",
  },

  // Injection
  TOKEN_UNDEFINED: {
    status: 500,
    message:
      "`inject()` in `{by}` was given `undefined`. Either a name is misspelt, or two files import each other and one of them ran before the other had set its export.",
    fix: "Check the name. For files that import each other move what both need into a third file.",
  },
  TOKEN_INVALID: {
    status: 500,
    message: "`inject()` in `{by}` was given {entry}, which is neither a class nor a token.",
    fix: 'Ask for a class, or make a token in a constant and ask for that: `const Db = token<Database>("Db")`.',
  },
  TOKEN_MISSING: {
    status: 500,
    message: "`{by}` in module `{module}` asks for `{token}`, and no module declares it.",
    fix: "Add `{token}` to the `declarations` of module `{module}`, or provide it there: `provide({token}, () => …)`.",
  },
  TOKEN_NOT_EXPORTED: {
    status: 500,
    message:
      "`{by}` in module `{module}` asks for `{token}`. `{token}` is declared in module `{owner}` but not exported.",
    fix: "Add `{token}` to the `exports` of module `{owner}`, and `{owner}` to the `imports` of module `{module}` if it is not there.",
  },
  TOKEN_NOT_IMPORTED: {
    status: 500,
    message:
      "`{by}` in module `{module}` asks for `{token}`. Module `{owner}` exports it, but module `{module}` does not import `{owner}`.",
    fix: "Add module `{owner}` to the `imports` of module `{module}`.",
  },
  TOKEN_AMBIGUOUS: {
    status: 500,
    message:
      "`{by}` in module `{module}` asks for `{token}`, which it can see in two modules: `{first}` and `{second}`.",
    fix: "Export `{token}` from one of them only, or import one of them only.",
  },
  SERVICE_CYCLE: {
    status: 500,
    message: "`{token}` needs itself: making it leads to `{by}`, which asks for `{token}` again.",
    fix: "Move what two of them share into a third service that both inject, or let one tell the other what it needs in a method's argument.",
  },
  INJECT_OUTSIDE_BOOT: {
    status: 500,
    message: "`inject({token})` was called while no application was being built.",
    fix: "Call `inject()` in a field initializer or a constructor of a declared class, in a `provide()` factory or in `routes()`, and keep what it returns.",
  },
  PROVIDER_NOT_A_FUNCTION: {
    status: 500,
    message: "`provide({token}, …)` was given {entry} instead of a function.",
    fix: "Wrap the value: `provide({token}, () => value)`.",
  },
  PROVIDER_ASYNC: {
    status: 500,
    message:
      "The factory of `{token}` in module `{module}` returned a promise. Factories run while the application is built, and building does not wait.",
    fix: "Return the object at once and connect it in its `onStart()`; whoever asks for it starts after it.",
  },
  CONSTRUCTION_FAILED: {
    status: 500,
    message: "Making `{token}` in module `{module}` failed: {reason}.",
    fix: "Mend the error below. Work that can fail, such as connecting, belongs in `onStart()`.",
  },
  TWO_COPIES: {
    status: 500,
    message: "Two copies of trivet are loaded, so one cannot see what the other builds: {copies}.",
    fix: "Run `npm ls trivet` and make all packages agree on one version; libraries list trivet under `peerDependencies`.",
  },

  // Lifecycle
  START_FAILED: {
    status: 500,
    message: "`onStart()` of `{token}` failed: {reason}.",
    fix: "Mend the error below. What had been started before it has been stopped again.",
  },
  START_TIMEOUT: {
    status: 500,
    message: "`onStart()` of `{token}` was not done after {milliseconds} ms.",
    fix: "See what it waits for; give slow work more time with `createApp(…, { startTimeout: milliseconds })`.",
  },
  STOP_TIMEOUT: {
    status: 500,
    message: "`onStop()` of `{token}` was not done after {milliseconds} ms; stopping went on without it.",
    fix: "See what it waits for; give slow work more time with `createApp(…, { stopTimeout: milliseconds })`.",
  },
  STOP_FAILED: {
    status: 500,
    message: "`onStop()` of `{token}` failed: {reason}. Stopping went on without it.",
    fix: "Mend the error below.",
  },

  // Configuration
  CONFIG_INVALID: {
    status: 500,
    message:
      "The environment is not as the application needs it:\n\n{table}\n\n   Values are not shown, because they may be secrets.",
    fix: "Set these variables where the application is started; in development a file `.env` in its folder will do.",
  },

  // Routes
  ROUTES_NOT_A_LIST: {
    status: 500,
    message: "`routes()` of `{controller}` returned {entry} instead of a list of routes.",
    fix: "Return an array from `routes()`, and do not make it `async`: what has to be waited for belongs in `onStart()`.",
  },
  ROUTES_FAILED: {
    status: 500,
    message: "`routes()` of `{controller}` failed: {reason}.",
    fix: "Mend the error below. A handler is named without being called: `this.show`, not `this.show()`.",
  },
  CHILDREN_NOT_A_LIST: {
    status: 500,
    message: "`children` of the group `{route}` of `{controller}` is {entry} instead of a list of routes.",
    fix: "Give `children` an array of routes.",
  },
  ROUTE_NOT_A_RECORD: {
    status: 500,
    message: "`{controller}` declares {entry} as a route at position {position}.",
    fix: "A route is a record: `{ method, path, handler, middlewares, children }`. A spread list needs its `...`.",
  },
  ROUTE_WITHOUT_HANDLER: {
    status: 500,
    message:
      "The route `{route}` of `{controller}` has neither a handler nor children. A misspelt method name gives `undefined` here.",
    fix: "Check the method's name: `handler: this.someMethod`. For a group, give `children`.",
  },
  HANDLER_NOT_A_FUNCTION: {
    status: 500,
    message: "The handler of `{route}` in `{controller}` is {entry}, not a function.",
    fix: "Name the method without calling it: `this.show`, not `this.show()`.",
  },
  HANDLER_OF_ANOTHER_OBJECT: {
    status: 500,
    message:
      "The handler of `{route}` in `{controller}` is a method of `{owner}`. It would be called with the controller as `this`.",
    fix: "Write a method in `{controller}` that calls it, or wrap it: `handler: ctx => this.service.method(ctx)`.",
  },
  GROUP_WITH_METHOD: {
    status: 500,
    message: "The route `{route}` of `{controller}` has children and also a method or a handler.",
    fix: 'Make the group\'s own answer one of its children, with the path `""`.',
  },
  METHOD_UNKNOWN: {
    status: 500,
    message: "The route `{route}` of `{controller}` has the method {method}.",
    fix: "Use one of GET, POST, PUT, PATCH, DELETE, OPTIONS and HEAD, in capitals; leave it out for a command.",
  },
  MIDDLEWARE_INVALID: {
    status: 500,
    message: "A middleware of {place} is {entry}: it has no `handle(ctx, next)`.",
    fix: "Pass a class that has a method `handle(ctx, next)`, or an object that has one.",
  },
  VALUE_NOT_PROVIDED: {
    status: 500,
    message:
      "The middleware `{middleware}` of {place} needs the value `{key}`, and no middleware before it provides it.",
    fix: 'Put a middleware with `provides = ["{key}"]` before `{middleware}`, on the route, on its group or on the application.',
  },
  ROUTE_CONFLICT: {
    status: 500,
    message:
      "`{second}` of `{secondController}` can match exactly the calls of `{first}` of `{firstController}`: it would never run.",
    fix: "Change the path or the method of one of them, or remove one.",
  },
  PATH_NOT_A_STRING: {
    status: 500,
    message: "A route of `{controller}` has {entry} as its path.",
    fix: 'Give `path` a string, such as "/posts/:id".',
  },
  PATH_WITHOUT_SLASH: {
    status: 500,
    message: "The path `{path}` does not start with `/`.",
    fix: 'Write `/{path}`. Only a child of a group may have the path `""`: the group\'s own.',
  },
  PATH_INVALID: {
    status: 500,
    message: "The path `{path}` holds {what}, which no call can carry.",
    fix: "Write the path without query or fragment, with single slashes; a space and other letters may be written as they are and are encoded at boot.",
  },
  WILDCARD_NOT_LAST: {
    status: 500,
    message: "The path `{path}` has a `*` that is not its last segment.",
    fix: "Let `*` stand alone at the end (`/files/*`), or name one segment (`:name`).",
  },
  PARAMETER_UNNAMED: {
    status: 500,
    message: "The path `{path}` has a parameter without a proper name: `{segment}`.",
    fix: "Write `:` and a name of letters, digits and `_`, such as `:id`, as a whole segment.",
  },
  PARAMETER_TWICE: {
    status: 500,
    message: "The path `{path}` has the parameter `:{name}` twice: one value would hide the other.",
    fix: "Give one of them another name.",
  },

  // Schemas and contracts
  TAG_UNKNOWN: {
    status: 500,
    message: "`dto()` does not know the tag `{tag}` of the field `{field}`.",
    fix: "Use required, email, min=<n>, number, integer or boolean, joined by commas; for more, pass a schema of Zod, Valibot or ArkType.",
  },
  CONTRACT_NOT_IMPLEMENTED: {
    status: 500,
    message: "`{controller}` has no method `{handler}`, which its contract names for `{route}`.",
    fix: "Write the method `{handler}(ctx)` in `{controller}`, or take the record out of the contract.",
  },

  STATUS_NOT_RETURNED: {
    status: 500,
    message: "`{route}` answered {status}, and its record's `returns` names only {declared}.",
    fix: "Add {status} to `returns` of the record, or answer one of the statuses that it names.",
  },
  RESULT_BREAKS_RETURNS: {
    status: 500,
    message: "What `{route}` answered breaks its record's `returns`: {reason}.",
    fix: "Return what the schema describes, or change the schema: clients rely on it. In production this is not checked.",
  },
  RETURNS_NOT_PRUNABLE: {
    status: 500,
    message:
      "Fields that `returns` does not name are to be dropped, but the schema of `{route}` for {status} does not give its JSON Schema.",
    fix: "Use a schema that JSON Schema can express (no dates, no transforms), from a library that gives it; or leave out `returns: { prune: true }`.",
  },
  DESCRIBED_TOO_EARLY: {
    status: 500,
    message: "The application was asked to describe itself while it was still being put together.",
    fix: "Keep what `inject(Describe)` gives, and call it in `onStart()` or during a call.",
  },
  REDIRECT_UNSAFE: {
    status: 500,
    message: "A redirect was asked for that leads to another site, or that a browser would take for one.",
    fix: 'Redirect to a path that begins with one `/`, or name the other site: `redirect(target, { origins: ["https://login.example"] })`.',
  },
  HTML_HOLE_UNSAFE: {
    status: 500,
    message: "A template has a value in {place}, near {near}, where no escaping is safe.",
    fix: "Put values between tags, into quoted attributes, or into a script as the whole of what follows `=`; listen to events from a script file.",
  },
  OPTION_INVALID: {
    status: 500,
    message: "{what} was given options that cannot work: {reason}.",
    fix: "Change the options of {what}; its doc comment says what each may be.",
  },

  // Serving
  ADDRESS_IN_USE: {
    status: 500,
    message: "Nothing can listen on {address}: another program does so already.",
    fix: "End that program (`lsof -i :{port}` finds it), or listen elsewhere: `serve(app, { port: 3001 })`.",
  },
  ADDRESS_REFUSED: {
    status: 500,
    message: "The system does not let this program listen on {address}: {reason}.",
    fix: "Give `serve()` a `host` that belongs to this machine, and a `port` of 1024 or more unless the program may use the lower ones.",
  },

  WORKER_NOT_STARTED: {
    status: 500,
    message: "{tries} worker(s) in a row ended before they served, the last one with {outcome}.",
    fix: "See what the worker has printed above, and start the program without `workers`: the same happens there.",
  },

  // Calls
  NOT_FOUND: {
    status: 404,
    public: "Not Found",
    message: "No route matches {method} {path}.",
    fix: "Look at the route table: paths are strict, and a trailing slash is another path.",
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
    message: "The path of the call has a malformed percent escape.",
    fix: "The client must send `%` followed by two hexadecimal digits, and UTF-8.",
  },
  TARGET_AMBIGUOUS: {
    status: 400,
    public: "Bad Request",
    message:
      "The call's target or host means two things to two readers: it has dot segments, a backslash or a fragment, or a host that is more than a name.",
    fix: "The client must send a path without them, and one `Host`.",
  },
  BODY_INVALID: {
    status: 400,
    public: "Invalid request",
    message: "The body of the call cannot be bound: {reason}.",
    fix: "The client must send what the schema describes; `issues` of this fault names the fields.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    public: "Payload Too Large",
    message: "The body of the call is longer than {limit} bytes.",
    fix: "Send less, or raise the limit: `createApp(…, { bodyLimit: bytes })`.",
  },
  BODY_ENCODED: {
    status: 415,
    public: "Unsupported Media Type",
    message:
      "The body of the call has the encoding {encoding}. Bodies are not inflated: a few bytes could become gigabytes.",
    fix: "The client must send the body without `Content-Encoding`.",
  },
  BODY_TYPE_UNKNOWN: {
    status: 415,
    public: "Unsupported Media Type",
    message: "The body of the call has the type {type}, which the web platform does not read.",
    fix: "The client must send a form or JSON and say so in `Content-Type`. Forms with files need `web({ bodies: [multipart()] })` of `@trivet/multipart`.",
  },
  FORM_TOO_LARGE: {
    status: 413,
    public: "Payload Too Large",
    message: "The form of the call has more than {limit} {what}.",
    fix: "Send less; the limits of forms with files are options of `multipart()`.",
  },
  BODY_INCOMPLETE: {
    status: 400,
    public: "Bad Request",
    message: "The body of the call ended before it was complete.",
    fix: "Nothing to mend here: the client went away or broke the framing.",
  },
  BODY_TAKEN: {
    status: 500,
    message: "The body of this call has been taken as a stream already, so it cannot be read again.",
    fix: "Read it once: with `bind()` or `request().body()` (which may be repeated), or as a stream.",
  },
  SCHEMA_MISSING: {
    status: 500,
    message: "`ctx.{call}` was called on `{route}`, whose record has no `accepts.{part}`.",
    fix: "Pass a schema, `ctx.bind(schema)`, or give the record `accepts: { {part}: schema }`.",
  },
  HEADER_INVALID: {
    status: 500,
    message:
      "The header {header} was given a name or a value that HTTP does not allow. A line break in it would split the reply.",
    fix: "Encode what comes from outside, for instance with `encodeURIComponent`, before it goes into a header.",
  },
  STATUS_INVALID: {
    status: 500,
    message: "{where} gave the status {status}, which cannot end a call.",
    fix: "Use a whole number from 200 to 599.",
  },
  REPLY_MISSING: {
    status: 500,
    message: "A listener of `ctx.onReply()` on `{route}` returned {entry} instead of a reply.",
    fix: "Return the reply it was given, changed or not, or a new `Reply`.",
  },
  RESPONSE_READ: {
    status: 500,
    message: "`{route}` returned a `Response` whose body had been read already.",
    fix: "Return a new `Response` for every call, or read a `clone()` of it.",
  },
  RESULT_NOT_JSON: {
    status: 500,
    message: "The handler of `{route}` returned {entry}, which has no JSON form.",
    fix: "Return data: objects, arrays, texts, numbers; turn a BigInt into a text first.",
  },
  NEXT_CALLED_TWICE: {
    status: 500,
    message: "The middleware `{middleware}` called `next()` twice in one call.",
    fix: "Call `next()` once and keep what it returns: `const result = await next()`.",
  },
} as const
