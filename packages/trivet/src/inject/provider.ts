import { callerOf } from "../fault/place/caller-of.ts"
import { Fault } from "../fault/fault.ts"
import { kindOf } from "../fault/kind-of.ts"
import { nameOfToken, type Token } from "./token.ts"

/** A declaration made by `provide()`: a token, and the function that makes its value. */
export interface Provider<T = unknown> {
  /** The token that is injected. */
  readonly token: Token<T>
  /** Makes the value. It runs once for each application. */
  readonly make: () => T
  /** Whether the value is made only if something injects it: `{ ...provide(Tokens, make), lazy: true }`. Default: false. */
  readonly lazy?: boolean
}

/**
 * The public members of `T`, which a value must have to be used as a `T`. Private members would make every fake of a
 * class incompatible.
 */
export type Members<T> = T extends object
  ? T extends ((...args: never) => unknown) | (abstract new (...args: never) => unknown)
    ? T
    : { [Name in keyof T]: T[Name] }
  : T

/**
 * Declares how the value of a token is made: `provide(Clock, () => systemClock)`. The function runs once and may call
 * `inject()`. It must not be asynchronous: connect in `onStart()` of the value. If the token is a class, any object with
 * its public members is accepted, so that a test can replace a service with a fake.
 */
export function provide<T>(wanted: Token<T>, make: () => NoInfer<T | Members<T>>): Provider<T> {
  return { token: wanted, make: typeof make === "function" ? make : throwInvalid(wanted, make) }
}

/** Throws the fault when the application is built, so that it is reported together with the others. */
function throwInvalid(wanted: Token<unknown>, make: unknown): () => never {
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
