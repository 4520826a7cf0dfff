/** A user as the service keeps it. The password's hash must never leave. */
export interface User {
  readonly id: string
  readonly email: string
  readonly first: string
  readonly last: string
  readonly hash: string
}
