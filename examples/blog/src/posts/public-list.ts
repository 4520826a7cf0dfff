import { randomUUID } from "node:crypto"
import { Cache, inject } from "trivet"
import { firstPage } from "./page.ts"
import type { ShownAuthors } from "./posts-policy.ts"
import { PostsStore } from "./posts-store.ts"
import { readyList, type ReadyList } from "./ready-list.ts"

const versionKey = "posts:version"
/** How long a process that died between its write and its word of it can keep that write out of the list. */
const seconds = 10

/**
 * The first page of the public list, cached for all processes. The list is stored under a version, and a write sets a
 * new version before it is acknowledged. Later requests read the new version, and the list under it was read from the
 * database after the version was set. So no request gets an older list, not even from a computation in progress.
 */
export class PublicList {
  readonly #cache = inject(Cache)
  readonly #store = inject(PostsStore)
  readonly #kept = new Map<ShownAuthors, { readonly version: string; readonly list: ReadyList }>()
  #naming: Promise<string> | undefined

  async first(authors: ShownAuthors): Promise<ReadyList> {
    const version = (await this.#cache.get<string>(versionKey)) ?? (await this.#nameFirst())
    const kept = this.#kept.get(authors)
    if (kept?.version === version) return kept.list
    // The key names what is shown: the API and the site may share one cache.
    const key = `posts:list:${authors}:${version}`
    const list = await this.#cache.remember(key, { seconds }, () => this.#read(authors))
    this.#kept.set(authors, { version, list })
    return list
  }

  /** To be called after a write that may change the list, and before it is acknowledged. */
  async changed(): Promise<void> {
    await this.#name()
  }

  /** Those who find no version at once name one together. */
  #nameFirst(): Promise<string> {
    return (this.#naming ??= this.#name().finally(() => {
      this.#naming = undefined
    }))
  }

  async #name(): Promise<string> {
    const version = randomUUID()
    await this.#cache.set(versionKey, version, { seconds })
    return version
  }

  async #read(authors: ShownAuthors): Promise<ReadyList> {
    return readyList(await this.#store.listPublished(firstPage), firstPage.limit, authors)
  }
}
