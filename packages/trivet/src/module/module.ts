import { callerOf } from "../fault/place/caller-of.ts"
import { checkOptions, type OptionNames } from "../fault/check-options.ts"
import type { Provider } from "../inject/provider.ts"
import type { Token } from "../inject/token.ts"
import type { Route } from "./routes/route.ts"

/** The members that the framework calls on instances of declared classes. All are optional. */
export interface Hooks {
  /** Returns the routes of a controller. Called once, while the application is built. */
  routes?(): readonly Route[]
  /**
   * Runs when the application starts, in a server, a command and a test. What this instance injects has started before.
   * A promise is awaited.
   */
  onStart?(): unknown
  /**
   * Milliseconds that `onStart()` and `onServe()` may take. Default: `startHookTimeout` of the application. `Infinity`
   * is no limit: use it only if the hook has limits of its own.
   */
  readonly startHookTimeout?: number
  /**
   * Runs when a process begins to serve, after every `onStart()`; not in a command. Start timers and polling here.
   * `only` is the one kind of calls that the process answers, such as `job` in a job runner; `undefined` for all kinds.
   */
  onServe?(only?: string): unknown
  /** Runs when the application stops. What this instance injects stops after it. */
  onStop?(): unknown
  /** Checks the health of this instance. Throw to report a failure. A returned text appears in the reply as `note`. */
  onHealth?(): unknown
  /** Names the data that is lost when the process ends, in two or three words. `serve()` logs these names at start. */
  readonly inMemory?: string | undefined
}

/** What a module declares: a class, which Trivet creates with `new` and without arguments, or a provider. */
// The intersection prevents that classes without any hook are rejected as unrelated.
export type Declaration = (new () => object & Hooks & OtherSpellings) | Provider

/** Spellings of hooks that would never be called: the compiler shows the right name. */
interface OtherSpellings {
  readonly Routes?: "write routes()"
  readonly OnStart?: "write onStart()"
  readonly OnServe?: "write onServe()"
  readonly OnStop?: "write onStop()"
  readonly OnHealth?: "write onHealth()"
}

/**
 * A list, or a function that returns it. The function runs after all files are loaded: use it if files import each
 * other.
 */
export type LazyList<T> = readonly T[] | (() => readonly T[])

/** A module: a list of classes, and what other modules may use of it. */
export interface Module {
  /** Identifies the module in faults, logs and descriptions. It must be unique. */
  readonly name: string
  /** Other modules. Their `exports` can be injected in this module. Default: none. */
  readonly imports?: LazyList<Module>
  /** The tokens that importing modules may inject; declared here, or exported by an imported module. Default: none. */
  readonly exports?: LazyList<Token<unknown>>
  /** The classes and providers of this module. Each has one instance per application. Default: none. */
  readonly declarations?: LazyList<Declaration>
  /** Never set. It prevents a class, which also has a `name`, from being accepted as a module. */
  readonly prototype?: never
}

const calls = new WeakMap<Module, Error>()

const fields: OptionNames<Omit<Module, "prototype">> = {
  name: true,
  imports: true,
  exports: true,
  declarations: true,
}

/** Returns the module record unchanged, and records its source location for faults. */
export function module(record: Module): Module {
  // Node also runs code that does not compile: an unknown field such as `controllers` would be ignored, and the
  // application would start without routes.
  checkOptions<Omit<Module, "prototype">>(record, fields, "module()")
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 2
  // The stack is formatted only when it is read, so this costs almost nothing.
  calls.set(record, new Error())
  Error.stackTraceLimit = limit
  return record
}

/** The source location of a module; `undefined` for a record made without `module()`. */
export function placeOfModule(record: Module): string | undefined {
  return callerOf("module", calls.get(record)?.stack)
}
