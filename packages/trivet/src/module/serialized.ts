/**
 * What may be returned where clients must see a `T`: what JSON makes of it is what counts. So lists may be `readonly`, and
 * a `Date` may stand for a text, as which it is sent. Whether that text fits is checked when it is returned.
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
