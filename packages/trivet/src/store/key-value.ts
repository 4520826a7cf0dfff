/** For how long a key exists after it was written. */
export interface KeyLifetime {
  /** Seconds until the key is removed. Default: no limit. */
  readonly seconds?: number
}

/**
 * A store of texts by key; inject it with `inject(KeyValue)`. Every operation is atomic, also between processes that
 * share the store. A key whose lifetime is over is absent.
 */
export abstract class KeyValue {
  /** Returns the text of a key; `undefined` if it is absent. */
  abstract get(key: string): Promise<string | undefined>
  /** Writes a text and replaces an earlier one, its lifetime included. */
  abstract set(key: string, value: string, lifetime?: KeyLifetime): Promise<void>
  /** Writes a text if the key is absent. Returns whether it did: of several callers at once, exactly one gets `true`. */
  abstract add(key: string, value: string, lifetime?: KeyLifetime): Promise<boolean>
  /** Deletes a key and returns its text. Of several callers at once, exactly one gets it. */
  abstract take(key: string): Promise<string | undefined>
  /**
   * Adds `by`, 1 by default, to a whole number and returns the sum. An absent key counts as 0. The lifetime begins with
   * the first call: later calls do not extend it.
   */
  abstract increment(key: string, by?: number, lifetime?: KeyLifetime): Promise<number>
  /** Deletes a key. Returns whether it was present. */
  abstract delete(key: string): Promise<boolean>
}
