/** An API key without the secret key itself, which only `ApiKeys.create()` returns. */
export interface ApiKey {
  /** The id, for listing and revoking. */
  readonly id: string
  /** The name that the user has given it. */
  readonly name: string
  /** The id of its user. */
  readonly user_id: string
  /** When it was created: RFC 3339, in UTC. */
  readonly created_at: string
  /** When it expires: RFC 3339, in UTC. Absent if it does not. */
  readonly expires_at?: string
  /** The permissions to which it is limited, for `can()`. Absent if it has all permissions of its user. */
  readonly scopes?: readonly string[]
  /** When it was used last, to the minute: RFC 3339, in UTC. Absent if it was not, or if the store does not keep it. */
  readonly last_used_at?: string
}

/** An API key as it is stored. */
export interface StoredApiKey extends ApiKey {
  /** The hash of the key. The key itself is not stored. */
  readonly digest: string
}

/** The store of API keys. The application implements it and provides it: `provide(ApiKeyStore, () => new Keys())`. */
export abstract class ApiKeyStore {
  /** Stores a key. */
  abstract insert(key: StoredApiKey): Promise<void>
  /** Returns the key with this hash; `undefined` if there is none. */
  abstract findByDigest(hashed: string): Promise<StoredApiKey | undefined>
  /** Returns the keys of a user. */
  abstract list(userId: string): Promise<readonly ApiKey[]>
  /** Deletes a key of this user. Returns false if the user has no key with this id. */
  abstract delete(id: string, userId: string): Promise<boolean>
  /** Deletes every key of a user. Returns their number. */
  abstract deleteAll(userId: string): Promise<number>
  /**
   * Stores when a key was last used, unless a later time is stored. Called in the background, about once a minute for a
   * key in use. Default: does nothing, and keys have no `last_used_at`.
   */
  noteUse(_id: string, _usedAt: string): Promise<void> {
    return Promise.resolve()
  }
}
