/** An account at a provider. */
export interface Identity {
  /** The provider: `iss` of its tokens. */
  readonly issuer: string
  /** The account there: `sub` of its tokens. */
  readonly subject: string
}

/**
 * The store of identities: which account at a provider belongs to which user. Inject it with `inject(Identities)`. A
 * module that `openid()` imports provides it: `provide(Identities, () => new MemoryIdentities())`.
 */
export abstract class Identities {
  /** Returns the id of the user that an identity belongs to; `undefined` if it belongs to none. */
  abstract find(identity: Identity): Promise<string | undefined>
  /**
   * Links an identity to a user, and returns the id of the user that it then belongs to. If it already belongs to
   * another user, that does not change: with concurrent callers exactly one wins, and all get the same id.
   */
  abstract link(identity: Identity, userId: string): Promise<string>
  /** Returns the identities of a user, the oldest first. */
  abstract list(userId: string): Promise<readonly Identity[]>
  /** Unlinks an identity from a user. Returns false if the user does not have it. */
  abstract unlink(identity: Identity, userId: string): Promise<boolean>
  /**
   * Unlinks all identities of a user. Returns their number. Call it after a password change, after
   * `Revocations.revokeUser()`, and when you delete a user: an attacker who knew the old password may have linked an
   * account.
   */
  abstract unlinkAll(userId: string): Promise<number>
}

/** Identities in memory: they are lost when the process ends. For tests and a first start. */
export class MemoryIdentities extends Identities {
  readonly #all = new Map<string, Identity & { readonly userId: string }>()

  /** The name under which `serve()` logs that the data is lost when the process ends. */
  get inMemory(): string {
    return "identities"
  }

  async find(identity: Identity): Promise<string | undefined> {
    return this.#all.get(identityKey(identity))?.userId
  }
  async link({ issuer, subject }: Identity, userId: string): Promise<string> {
    const key = identityKey({ issuer, subject })
    const known = this.#all.get(key)
    if (known === undefined) this.#all.set(key, { issuer, subject, userId })
    return known?.userId ?? userId
  }
  async list(userId: string): Promise<readonly Identity[]> {
    const own = [...this.#all.values()].filter((one) => one.userId === userId)
    return own.map(({ issuer, subject }) => ({ issuer, subject }))
  }
  async unlink(identity: Identity, userId: string): Promise<boolean> {
    const key = identityKey(identity)
    return this.#all.get(key)?.userId === userId && this.#all.delete(key)
  }
  async unlinkAll(userId: string): Promise<number> {
    const own = await this.list(userId)
    for (const identity of own) this.#all.delete(identityKey(identity))
    return own.length
  }
}

/** As JSON, because with a plain separator two different pairs could give the same key. */
function identityKey({ issuer, subject }: Identity): string {
  return JSON.stringify([issuer, subject])
}
