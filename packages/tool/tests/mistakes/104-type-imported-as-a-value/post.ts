/** A post. */
export interface Post {
  readonly id: string
}
