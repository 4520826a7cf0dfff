import { callerOf } from "../fault/place/caller-of.ts"
import { Fault, isFault } from "../fault/fault.ts"
import { kindOf, reasonOf } from "../fault/kind-of.ts"
import { withInjector } from "./inject.ts"
import { placeholder } from "./placeholder.ts"
import { isToken, nameOfToken, type Token } from "./token.ts"

/** Where a binding is declared: determines what is visible to it. */
export interface Scope {
  readonly name: string
  /** The binding of a token in this scope, or the fault that explains why it is missing. `by` names the dependent. */
  find(wanted: Token<unknown>, by: string): Binding | Fault
}

/** One instance of the application and how it is created. */
export class Binding {
  readonly token: Token<unknown>
  readonly name: string
  readonly scope: Scope
  readonly make: () => unknown
  /** Its class or factory, as written by the developer. */
  readonly written: unknown
  /** Whether it is created only if something injects it. */
  lazy = false
  /** What it injected while it was created. */
  readonly needs: Set<Binding> = new Set<Binding>()
  state: "new" | "making" | "made" | "failed" = "new"
  instance: unknown

  constructor(wanted: Token<unknown>, scope: Scope, make: () => unknown, written: unknown = make) {
    this.token = wanted
    this.name = nameOfToken(wanted)
    this.scope = scope
    this.make = make
    this.written = written
  }

  /** The instance, for access after the start. */
  read(): unknown {
    if (this.state === "new") throw new Fault("TOKEN_UNUSED", { token: this.name })
    return this.instance
  }
}

/**
 * Creates the instances of one application, each once. Collects all faults instead of stopping at the first: an
 * unresolved dependency is replaced by a placeholder, and errors that only follow from it are not reported.
 */
export class Container {
  readonly faults: Fault[] = []
  /** Created instances; dependencies come before their dependents. */
  readonly order: Binding[] = []
  readonly #path: Binding[] = []
  /** Bindings with a dependency that could not be created, directly or indirectly. */
  readonly #deprived = new Set<Binding>()

  /** The instance of a binding, created on first use. */
  instanceOf(binding: Binding): unknown {
    if (binding.state === "made") return binding.instance
    if (binding.state === "failed") return placeholder
    if (binding.state === "making") return this.#reportCycle(binding)
    binding.state = "making"
    this.#path.push(binding)
    const made = this.run(binding.scope, binding, () => this.#make(binding))
    this.#path.pop()
    binding.state = made === placeholder ? "failed" : "made"
    binding.instance = made
    if (binding.state === "made") this.order.push(binding)
    return made
  }

  /** Runs a function in which `inject()` resolves tokens in a scope, on behalf of a binding. */
  run<T>(scope: Scope, by: Binding, run: () => T): T {
    return withInjector({ get: <U>(wanted: Token<U>) => this.#ask(wanted, scope, by) as U }, run)
  }

  #ask(wanted: Token<unknown>, scope: Scope, by: Binding): unknown {
    const found = isToken(wanted) ? scope.find(wanted, by.name) : faultOfToken(wanted, by)
    if (found instanceof Binding) {
      by.needs.add(found)
      const instance = this.instanceOf(found)
      if (instance === placeholder || this.#deprived.has(found)) this.#deprived.add(by)
      return instance
    }
    this.#deprived.add(by)
    const path = this.#path.length === 0 ? [by] : this.#path
    this.#report(found, [...path.map((one) => one.name), nameOfToken(wanted)], new Error().stack)
    return placeholder
  }

  #make(binding: Binding): unknown {
    try {
      const made = binding.make()
      if (!(made instanceof Promise)) return made
      made.catch(() => undefined)
      const details = { token: binding.name, module: binding.scope.name }
      const chain = this.#path.map((one) => one.name)
      this.faults.push(new Fault("PROVIDER_ASYNC", details, { chain, subject: binding.written }))
    } catch (error) {
      // The error may only be caused by the placeholder of a missing dependency, which was already reported.
      if (this.#deprived.has(binding)) return placeholder
      if (isFault(error)) this.#add(error, binding)
      else this.#reportConstruction(binding, error)
    }
    return placeholder
  }

  /** Completes and stores a fault that was thrown while a binding was created. */
  #add(fault: Fault, { written }: Binding): void {
    if (fault.chain.length === 0) fault.chain = this.#path.map((one) => one.name)
    if (fault.subject === undefined) fault.about(written)
    this.faults.push(fault)
  }

  #reportCycle(binding: Binding): unknown {
    const from = this.#path.indexOf(binding)
    const chain = [...this.#path.slice(from), binding].map((one) => one.name)
    const fault = new Fault("SERVICE_CYCLE", { token: binding.name, by: chain.at(-2)! })
    this.#report(fault, chain, new Error().stack)
    return placeholder
  }

  #reportConstruction(binding: Binding, cause: unknown): void {
    const details = { token: binding.name, module: binding.scope.name, reason: reasonOf(cause) }
    const chain = this.#path.map((one) => one.name)
    this.faults.push(new Fault("CONSTRUCTION_FAILED", details, { cause, chain, subject: binding.written }))
  }

  #report(fault: Fault, chain: readonly string[], stack: string | undefined): void {
    fault.chain = chain
    fault.where = callerOf("inject", stack)
    this.faults.push(fault)
  }
}

function faultOfToken(wanted: unknown, { name: by }: Binding): Fault {
  return wanted === undefined
    ? new Fault("TOKEN_UNDEFINED", { by })
    : new Fault("TOKEN_INVALID", { by, entry: kindOf(wanted) })
}
