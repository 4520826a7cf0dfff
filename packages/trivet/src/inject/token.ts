import { kindOf } from "../fault/kind-of.ts"

/** A token for what has no class of its own, such as a configuration record. Make it with `token<T>("name")`. */
export class NamedToken<T> {
  readonly name: string
  /** Never set: it carries `T` for the compiler. */
  declare readonly type: T

  constructor(name: string) {
    this.name = name
  }
}

/** What can be asked for by injection: a class, an abstract class or a named token. */
export type Token<T> = (abstract new (...args: never) => T) | NamedToken<T>

/** Makes a token for a value of type `T`. Two calls make two tokens, also with one name: keep it in a constant. */
export function token<T>(name: string): NamedToken<T> {
  return new NamedToken<T>(name)
}

/** Whether a value can be asked for by injection. */
export function isToken(value: unknown): value is Token<unknown> {
  return typeof value === "function" || value instanceof NamedToken
}

/** What a token is called in faults and descriptions. */
export function nameOfToken(wanted: Token<unknown>): string {
  return isToken(wanted) ? wanted.name || "(a class without a name)" : kindOf(wanted).replaceAll("`", "")
}
