/** A resolved route and its decoded parameters: `values[i]` belongs to `names[i]`. Several calls may share one object. */
export interface Match<T> {
  readonly value: T
  readonly names: readonly string[]
  readonly values: readonly string[]
}

/** A match that several calls share. It is frozen, so that no call can change it for another. */
export function sharedMatch<T>(value: T, names: readonly string[], values: readonly string[]): Match<T> {
  return Object.freeze({ value, names: Object.freeze([...names]), values: Object.freeze([...values]) })
}
