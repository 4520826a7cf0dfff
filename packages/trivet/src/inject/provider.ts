import { callerOf } from "../fault/caller-of.ts"
import { Fault } from "../fault/fault.ts"
import { kindOf } from "../fault/kind-of.ts"
import { nameOfToken, type Token } from "./token.ts"

/** A declaration of what is not made by `new`: a token and the function that makes its value, once. */
export interface Provider<T = unknown> {
  readonly token: Token<T>
  readonly make: () => T
}

/**
 * Declares how a token's value is made: `provide(Clock, () => systemClock)`. The function may call `inject()` and must
 * not be asynchronous: what has to be waited for belongs in the value's `onStart()`.
 */
export function provide<T>(wanted: Token<T>, make: () => NoInfer<T>): Provider<T> {
  return { token: wanted, make: typeof make === "function" ? make : refusal(wanted, make) }
}

/** Raises the fault when the application is built, so that it is reported together with the others. */
function refusal(wanted: Token<unknown>, make: unknown): () => never {
  const fault = new Fault("PROVIDER_NOT_A_FUNCTION", { token: nameOfToken(wanted), entry: kindOf(make) })
  fault.where = callerOf("provide", fault.stack)
  return () => {
    throw fault
  }
}

/** Whether a declaration is a provider. */
export function isProvider(value: unknown): value is Provider {
  return typeof value === "object" && value !== null && "token" in value && "make" in value
}
