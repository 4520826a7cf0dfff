/** An account at a provider. */
export interface Identity {
  /** The provider: `iss` of its tokens. */
  readonly issuer: string
  /** The account there: `sub` of its tokens. */
  readonly subject: string
}

/**
 * The store of who signs in with which account at a provider; inject it with `inject(Identities)`. A module that `openid()`
 * imports provides it: `provide(Identities, () => new MemoryIdentities())`.
 */
export abstract class Identities {
  /** Returns the id of the user that an identity belongs to; `undefined` if it belongs to none. */
  abstract find(identity: Identity): Promise<string | undefined>
  /**
   * Gives an identity to a user, and returns the id of the user that has it then. If it belongs to another user, it stays
   * theirs: of several callers at once, exactly one wins, and all get the same id.
   */
  abstract link(identity: Identity, userId: string): Promise<string>
  /** Returns the identities of a user, the oldest first. */
  abstract list(userId: string): Promise<readonly Identity[]>
  /** Takes an identity from a user. Returns false if the user does not have it. */
  abstract unlink(identity: Identity, userId: string): Promise<boolean>
  /**
   * Takes all identities from a user. Returns their number. Call it with a new password, after `Revocations.revokeUser()`, and
   * when you delete a user: whoever knew the old password may have linked an account of their own.
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
    return this.#all.get(keyOf(identity))?.userId
  }
  async link({ issuer, subject }: Identity, userId: string): Promise<string> {
    const key = keyOf({ issuer, subject })
    const known = this.#all.get(key)
    if (known === undefined) this.#all.set(key, { issuer, subject, userId })
    return known?.userId ?? userId
  }
  async list(userId: string): Promise<readonly Identity[]> {
    const own = [...this.#all.values()].filter((one) => one.userId === userId)
    return own.map(({ issuer, subject }) => ({ issuer, subject }))
  }
  async unlink(identity: Identity, userId: string): Promise<boolean> {
    const key = keyOf(identity)
    return this.#all.get(key)?.userId === userId && this.#all.delete(key)
  }
  async unlinkAll(userId: string): Promise<number> {
    const own = await this.list(userId)
    for (const identity of own) this.#all.delete(keyOf(identity))
    return own.length
  }
}

/** As JSON: two texts with a separator between them could be joined in two ways. */
function keyOf({ issuer, subject }: Identity): string {
  return JSON.stringify([issuer, subject])
}
