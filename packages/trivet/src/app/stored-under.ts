import type { Wiring } from "../module/wire.ts"

/** What an instance of an application stores under a symbol, for code that cannot import its package; `undefined` if none does. */
export function storedUnder({ order }: Pick<Wiring, "order">, key: symbol): unknown {
  return order
    .map(({ instance }) => (instance as Readonly<Record<symbol, unknown>> | null | undefined)?.[key])
    .find((stored) => stored !== undefined)
}
