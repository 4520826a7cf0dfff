import { inject } from "trivet"
import { isId, TimeOrderedIds } from "../ids/time-ordered-ids.ts"
import type { Page, PageRequest } from "./page.ts"
import type { AuthoredPost, Post } from "./post.ts"
import type { ShownAuthors } from "./posts-policy.ts"
import { readyList, type ReadyList } from "./ready-list.ts"
import { PostsStore, type PostChange } from "./posts-store.ts"
import { PublicList } from "./public-list.ts"

/** Posts: what may be done with them, and that the public list hears of it. An id that no post can have finds none. */
export class PostsService {
  readonly #store = inject(PostsStore)
  readonly #list = inject(PublicList)
  readonly #ids = inject(TimeOrderedIds)

  /** Writes a post. It is not public yet, so the public list stays as it is. */
  create(title: string, content: string, authorId: string): Promise<Post> {
    const { id, at } = this.#ids.next()
    return this.#store.insert({ id, title, content, author_id: authorId, created_at: at })
  }

  /** Replaces a post's values. */
  update(id: string, change: PostChange): Promise<Post | undefined> {
    return this.#change(id, () => this.#store.update(id, change))
  }

  /** Publishes a post as it is. */
  publish(id: string): Promise<Post | undefined> {
    return this.#change(id, () => this.#store.setPublished(id, true))
  }

  /** Takes a post out of the public list, as it is. */
  unpublish(id: string): Promise<Post | undefined> {
    return this.#change(id, () => this.#store.setPublished(id, false))
  }

  find(id: string): Promise<AuthoredPost | undefined> {
    return isId(id) ? this.#store.find(id) : Promise.resolve(undefined)
  }

  /** The first page of the public list, from the cache. */
  firstPublished(authors: ShownAuthors): Promise<ReadyList> {
    return this.#list.first(authors)
  }

  /** Any other page of the public list. */
  async listPublished(page: PageRequest, authors: ShownAuthors): Promise<ReadyList> {
    return readyList(await this.#store.listPublished(page), page.limit, authors)
  }

  /** A page of the public list as data. */
  readPublished(page: PageRequest): Promise<Page<AuthoredPost>> {
    return this.#store.listPublished(page)
  }

  listOfAuthor(authorId: string, page: PageRequest): Promise<Page<Post>> {
    return this.#store.listOfAuthor(authorId, page)
  }

  async #change(id: string, change: () => Promise<Post | undefined>): Promise<Post | undefined> {
    const post = isId(id) ? await change() : undefined
    if (post !== undefined) await this.#list.changed()
    return post
  }
}
