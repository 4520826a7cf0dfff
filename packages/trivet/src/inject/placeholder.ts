/**
 * Replaces a dependency that could not be resolved, so that the rest of the application is still built and its faults
 * are found too. It allows any use; an application that contains one is never started.
 */
export const placeholder: object = new Proxy(function placeholder() {}, {
  get: (_, key) => {
    // Not thenable, because awaiting it would never end.
    if (key === "then") return undefined
    return key === Symbol.toPrimitive ? () => "" : placeholder
  },
  apply: () => placeholder,
  construct: () => placeholder,
  getPrototypeOf: () => null,
})
