/** How long what is written lives. */
export interface Lifetime {
  /** Seconds; left out, it stays until it is deleted. */
  readonly seconds?: number
}

/**
 * A store of texts by key, injected as `KeyValue`. Every operation is atomic, also between processes that share the
 * store. What has outlived its lifetime is absent.
 */
export abstract class KeyValue {
  /** The text under a key; `undefined` when absent. */
  abstract get(key: string): Promise<string | undefined>
  /** Writes a text, whatever was there. Without a lifetime an earlier one ends too. */
  abstract set(key: string, value: string, lifetime?: Lifetime): Promise<void>
  /** Writes a text if the key is absent; false when it was not. Of many callers at once exactly one succeeds. */
  abstract add(key: string, value: string, lifetime?: Lifetime): Promise<boolean>
  /** Gives the text and deletes it. Of many callers at once exactly one gets it. */
  abstract take(key: string): Promise<string | undefined>
  /** Adds to a whole number, 0 when absent, and gives the sum. A lifetime counts from the first time. */
  abstract increment(key: string, by?: number, lifetime?: Lifetime): Promise<number>
  /** Deletes a key; false when it was absent. */
  abstract delete(key: string): Promise<boolean>
}
