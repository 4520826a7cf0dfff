/** All uploaded files. Schemas check this set instead of importing the class, which browsers cannot load. */
export const uploads: WeakSet<object> = new WeakSet()
