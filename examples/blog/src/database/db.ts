import { Database } from "@trivet/postgres"
import type { Generated } from "kysely"

/** A row of `users`. */
export interface UserRow {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly name: string
  readonly role: Generated<string>
  readonly created_at: Date
}

/** A row of `posts`. */
export interface PostRow {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly author_id: string
  readonly published: Generated<boolean>
  readonly created_at: Date
  readonly updated_at: Date
}

/** A row of `pictures`: the site's own. */
export interface PictureRow {
  readonly post_id: string
  /** Its name in the folder of pictures. */
  readonly file: string
  readonly description: string
}

/** A row of `comments`: the site's own. */
export interface CommentRow {
  readonly post_id: string
  /** Its place among the comments of its post. */
  readonly number: number
  readonly author_id: string
  readonly text: string
  readonly created_at: Date
}

/** The tables of the blog. */
export interface Tables {
  readonly users: UserRow
  readonly posts: PostRow
  readonly pictures: PictureRow
  readonly comments: CommentRow
}

/** The database handle of the blog. */
export class Db extends Database<Tables> {}
