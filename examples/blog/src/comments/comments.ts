import { Limits } from "@trivet/limit"
import { Clock, inject, Log, type Subscriber, type Subscription, Topics } from "trivet"
import type { User } from "../users/user.ts"
import { Comment } from "./comment.ts"
import { CommentsStore, pageLength } from "./comments-store.ts"

declare module "trivet" {
  interface ContextValues {
    /** Views ask it themselves: comments are no part of a post, whose fields clients rely on. */
    comments: Comments
  }
}

/** The greatest number that the database holds. */
export const greatestNumber = 2_147_483_647

/** The comments of posts. The database has all of them; the topic of a post says at once that there is one more. */
export class Comments {
  readonly #store = inject(CommentsStore)
  readonly #topics = inject(Topics)
  readonly #clock = inject(Clock)
  readonly #log = inject(Log)
  readonly #limit = inject(Limits).limiter({ name: "comments", max: 20, seconds: 600 })

  /** Adds a comment; `undefined` if there is no such post. Raises 429 after 20 of one user in 10 minutes. */
  async add(postId: string, author: User, text: string): Promise<Comment | undefined> {
    await this.#limit.reserve(author.id)
    const created_at = new Date(this.#clock.now())
    const comment = await this.#store.insert({ post_id: postId, author, text, created_at })
    if (comment !== undefined) await this.#publish(postId, comment)
    return comment
  }

  /** The last comments of a post before a number, oldest first: `pageLength` of them at most. */
  before(postId: string, number: number = greatestNumber): Promise<readonly Comment[]> {
    return this.#store.before(postId, number)
  }

  /** The comments of a post after a number, and those that are written later, until the call ends. */
  async after(postId: string, number: number, ctx: Subscriber): Promise<AsyncIterable<Comment>> {
    // Listens first and reads then, so that nothing falls between the two. The database knows what came after a number,
    // also after a restart of this process or of Redis: the topic need not resume, and knows no such id.
    const news = await this.#topics.subscribe(ctx, topicOf(postId), Comment)
    return this.#follow(postId, number, news)
  }

  async *#follow(postId: string, number: number, news: Subscription<Comment>): AsyncGenerator<Comment> {
    let last = number
    for await (const comment of this.#stored(postId, last)) {
      yield comment
      last = comment.number
    }
    for await (const { data } of news) {
      if (data.number <= last) continue
      // One that is not the next was overtaken by it on its way from another process, or was never published.
      for await (const comment of data.number === last + 1 ? [data] : this.#stored(postId, last)) {
        yield comment
        last = comment.number
      }
    }
  }

  async *#stored(postId: string, number: number): AsyncGenerator<Comment> {
    let read: readonly Comment[]
    for (let last = number; ; last = read.at(-1)!.number) {
      read = await this.#store.after(postId, last)
      yield* read
      if (read.length < pageLength) return
    }
  }

  /**
   * After the commit, because a topic has no rollback. The comment is stored, so a failure here is not reported to its
   * author.
   */
  async #publish(postId: string, comment: Comment): Promise<void> {
    await this.#topics.publish(topicOf(postId), comment).catch((error: unknown) => {
      this.#log.warn({ err: error, post_id: postId }, "a comment is not shown live: its topic is unavailable")
    })
  }
}

function topicOf(postId: string): string {
  return `comments:${postId}`
}
