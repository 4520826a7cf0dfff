import { callerOf } from "../fault/caller-of.ts"
import { checkOptions, type OptionNames } from "../fault/check-options.ts"
import type { Provider } from "../inject/provider.ts"
import type { Token } from "../inject/token.ts"
import type { Route } from "./route.ts"

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
   * Milliseconds that `onStart()` and `onServe()` may take. Default: `startHookTimeout` of the application. `Infinity` is no
   * limit: use it only if the hook has limits of its own.
   */
  readonly startHookTimeout?: number
  /**
   * Runs when a process begins to serve, after every `onStart()`; not in a command. Start timers and polling here. `only`
   * is the one kind of calls that the process answers, such as `job` in a runner of jobs; `undefined` for all kinds.
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
// The intersection keeps classes that have none of the hooks from being refused as unrelated.
export type Declaration = (new () => object & Hooks & OtherSpellings) | Provider

/** Hooks as other frameworks spell them, which nothing would call: the compiler shows the right name. */
interface OtherSpellings {
  readonly Routes?: "write routes()"
  readonly OnStart?: "write onStart()"
  readonly OnServe?: "write onServe()"
  readonly OnStop?: "write onStop()"
  readonly OnHealth?: "write onHealth()"
}

/** A list, or a function that returns it. The function runs after all files are loaded: use it if files import each other. */
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
  /** Never set; it prevents that a class, which has a `name` too, is accepted as a module. */
  readonly prototype?: never
}

const calls = new WeakMap<Module, Error>()

const fields: OptionNames<Omit<Module, "prototype">> = {
  name: true,
  imports: true,
  exports: true,
  declarations: true,
}

/** Returns the module record unchanged, and notes its place in the source for faults. */
export function module(record: Module): Module {
  // Node runs what does not compile: an application whose `controllers` nobody reads would start without a route.
  checkOptions<Omit<Module, "prototype">>(record, fields, "module()")
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 2
  // The stack is made into text only when it is read: this costs next to nothing.
  calls.set(record, new Error())
  Error.stackTraceLimit = limit
  return record
}

/** Where a module was written; `undefined` for a record made without `module()`. */
export function placeOfModule(record: Module): string | undefined {
  return callerOf("module", calls.get(record)?.stack)
}
