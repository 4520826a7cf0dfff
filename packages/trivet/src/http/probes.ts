/** The contexts of calls that are health probes: they are frequent, so `callLog()` logs them at a lower level. */
export const probes: WeakSet<object> = new WeakSet()
