import { kindOf } from "../fault/kind-of.ts"

/** A token for a value that has no class, such as a configuration record. Make it with `token<T>("name")`. */
export class NamedToken<T> {
  /** The name in faults and descriptions. */
  readonly name: string
  /** Never set; it carries the type for the compiler. */
  declare readonly type: T

  constructor(name: string) {
    this.name = name
  }
}

/** What `inject()` accepts: a class, an abstract class, or a token made by `token()`. */
export type Token<T> = (abstract new (...args: never) => T) | NamedToken<T>

/** Makes a token for a value of type `T`. Each call makes another token, even with the same name: keep it in a constant. */
export function token<T>(name: string): NamedToken<T> {
  return new NamedToken<T>(name)
}

/** Whether a value can be injected: a class or a token. */
export function isToken(value: unknown): value is Token<unknown> {
  return typeof value === "function" || value instanceof NamedToken
}

/** The name of a token in faults and descriptions. */
export function nameOfToken(wanted: Token<unknown>): string {
  return isToken(wanted) ? wanted.name || "(a class without a name)" : kindOf(wanted).replaceAll("`", "")
}
