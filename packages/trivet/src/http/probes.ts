/** The contexts of calls that are health probes: there are many, and `callLog()` need not show each. */
export const probes: WeakSet<object> = new WeakSet()
