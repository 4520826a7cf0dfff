import type { Fault } from "../fault/fault.ts"
import type { Binding, Scope } from "../inject/container.ts"
import type { Token } from "../inject/token.ts"
import type { Module } from "./module.ts"

/** A module whose lists are read and checked. */
export interface ModuleNode extends Scope {
  readonly name: string
  readonly record: Module
  /** The names of the modules from the root to this one. */
  readonly way: readonly string[]
  readonly imports: ModuleNode[]
  readonly exports: Set<Token<unknown>>
  readonly bindings: Map<Token<unknown>, Binding>
}

/** All modules of an application, imported ones before those that import them, and what the application itself provides. */
export interface ModuleGraph {
  readonly modules: ModuleNode[]
  readonly provided: ModuleNode
  readonly faults: Fault[]
  /** Tokens that are unavailable because of one of the faults: injecting them reports no second fault. */
  readonly invalid: Set<unknown>
}
