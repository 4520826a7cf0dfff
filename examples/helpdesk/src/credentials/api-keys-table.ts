/** A row of `api_keys`. */
export interface ApiKeyRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  /** The hash of the key. The key itself is not stored. */
  readonly digest: string
  readonly created_at: Date
  /** `null` if it does not expire. */
  readonly expires_at: Date | null
  /** `null` if it may do all that a key may. The generated code creates no others, and `can()` checks them. */
  readonly scopes: readonly string[] | null
  readonly last_used_at: Date | null
}

// A migration makes the table; here the compiler learns of it.
declare module "../database/db.ts" {
  interface Tables {
    readonly api_keys: ApiKeyRow
  }
}
