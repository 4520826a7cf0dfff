/**
 * The types that a handler may return if clients receive a `T` as JSON: lists may be `readonly`, and a `Date` may be
 * used for a string, because it is sent as one. Whether that string is valid is checked when it is returned.
 */
export type Serialized<T> = unknown extends T
  ? T
  : T extends string
    ? string extends T
      ? string | Date
      : T
    : T extends Date | ((...args: never) => unknown)
      ? T
      : T extends object
        ? { readonly [Name in keyof T]: Serialized<T[Name]> }
        : T
