/** A module that is added to another's imports. */
export interface NewImport {
  /** The exported name, such as `PostsModule`. */
  readonly name: string
  /** Its specifier relative to the other file, such as `./posts/posts-module.ts`. */
  readonly from: string
}
