/** A module that another is to import. */
export interface NewImport {
  /** The exported name, such as `PostsModule`. */
  readonly name: string
  /** Its file as seen from the other's, such as `./posts/posts-module.ts`. */
  readonly from: string
}
