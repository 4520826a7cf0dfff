import { callerOf } from "../fault/caller-of.ts"
import { Fault, isFault } from "../fault/fault.ts"
import { kindOf, reasonOf } from "../fault/kind-of.ts"
import { withInjector } from "./inject.ts"
import { placeholder } from "./placeholder.ts"
import { isToken, nameOfToken, type Token } from "./token.ts"

/** Where a binding was declared: what may be seen from there. */
export interface Scope {
  readonly name: string
  /** The binding that a token means here, or the fault that says why there is none. `by` asks. */
  find(wanted: Token<unknown>, by: string): Binding | Fault
}

/** One instance of the application: how it is made, and for whom. */
export class Binding {
  readonly token: Token<unknown>
  readonly name: string
  readonly scope: Scope
  readonly make: () => unknown
  /** Its class or its factory, as the developer wrote it. */
  readonly written: unknown
  /** Whether it is made only if something asks for it. */
  lazy = false
  /** What it asked for while it was made. */
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

  /** The instance, for whoever asks for it after the start. */
  read(): unknown {
    if (this.state === "new") throw new Fault("TOKEN_UNUSED", { token: this.name })
    return this.instance
  }
}

/**
 * Makes the instances of one application, each once, and collects every fault on the way instead of stopping at the
 * first: an unresolved dependency is replaced by a placeholder, and errors that only follow from it are not reported.
 */
export class Container {
  readonly faults: Fault[] = []
  /** Made instances; whatever one asked for stands before it. */
  readonly order: Binding[] = []
  readonly #path: Binding[] = []
  /** Those that asked for something that could not be made, also through others. */
  readonly #deprived = new Set<Binding>()

  /** The instance of a binding, made now if it was not before. */
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

  /** Runs a function in which `inject()` sees what the scope sees, on behalf of a binding. */
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
      // What it got instead of a dependency may be all that is wrong, and that has been reported.
      if (this.#deprived.has(binding)) return placeholder
      if (isFault(error)) this.#add(error, binding)
      else this.#reportConstruction(binding, error)
    }
    return placeholder
  }

  /** A fault that was raised while a binding was made, with what it does not say itself. */
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
