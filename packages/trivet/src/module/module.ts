import { callerOf } from "../fault/caller-of.ts"
import type { Provider } from "../inject/provider.ts"
import type { Token } from "../inject/token.ts"
import type { Route } from "./route.ts"

/** What the framework looks for on an instance. */
export interface Hooks {
  /** Makes the instance a controller: the routes it answers. */
  routes?(): readonly Route[]
  /**
   * Runs when the application starts, after everything this instance injected has started: for a server, a command and a
   * test alike.
   */
  onStart?(): unknown
  /** Runs when a process serves the application, after all have started: not for a command. Starts what works by itself. */
  onServe?(): unknown
  /** Runs when the application stops, before anything this instance injected stops. */
  onStop?(): unknown
  /** Runs when somebody asks how the application is: throws when this instance is not well. A text is shown with it. */
  onHealth?(): unknown
  /** What is lost when the process ends, in two or three words: `serve()` lists it when it starts. */
  readonly inMemory?: string | undefined
}

/** What a module declares: a class, or a provider for what is not made by `new`. */
// The intersection keeps classes that have none of the hooks from being refused as unrelated.
export type Declaration = (new () => object & Hooks) | Provider

/** A list, or a function that gives it: read after all files have run, for files that import each other. */
export type LazyList<T> = readonly T[] | (() => readonly T[])

/** A module record. What it declares is seen inside it; what it exports is seen by modules that import it. */
export interface Module {
  /** Tells it from other modules in faults, logs and descriptions. */
  readonly name: string
  readonly imports?: LazyList<Module>
  readonly exports?: LazyList<Token<unknown>>
  readonly declarations?: LazyList<Declaration>
  /** Never set: a class has a `name` too, and must not pass for a module. */
  readonly prototype?: never
}

const calls = new WeakMap<Module, Error>()

/** A module record, as it is. It also notes where it was written, so that faults can say it. */
export function module(record: Module): Module {
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
