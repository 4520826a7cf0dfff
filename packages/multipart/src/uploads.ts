/** All uploaded files. Schemas ask here instead of importing the class, which browsers cannot load. */
export const uploads: WeakSet<object> = new WeakSet()
