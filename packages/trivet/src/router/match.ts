/** A resolved route and its decoded parameters: `values[i]` belongs to `names[i]`. Calls may share one object. */
export interface Match<T> {
  readonly value: T
  readonly names: readonly string[]
  readonly values: readonly string[]
}

/** A match for many calls. It cannot be changed: what one call wrote, another would read. */
export function sharedMatch<T>(value: T, names: readonly string[], values: readonly string[]): Match<T> {
  return Object.freeze({ value, names: Object.freeze([...names]), values: Object.freeze([...values]) })
}
