/**
 * Stands in for what could not be injected, so that the rest of the application is still built and its faults are
 * found too. It bears any use; an application that holds one is never started.
 */
export const poison: object = new Proxy(function standIn() {}, {
  get: (_, key) => {
    // Not thenable, or waiting for it would never end.
    if (key === "then") return undefined
    return key === Symbol.toPrimitive ? () => "" : poison
  },
  apply: () => poison,
  construct: () => poison,
  getPrototypeOf: () => null,
})
