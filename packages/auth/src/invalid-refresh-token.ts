import { PublicError } from "trivet"

/** What is known of a refresh token that was rejected. */
export interface RejectedRefreshToken {
  /** Whether it was used before: somebody may have stolen it, or a reply was lost. Its family has ended. */
  readonly reused: boolean
  /** Whose it was; `undefined` for a token that is unknown or has expired. */
  readonly userId: string | undefined
}

/** Raised for a refresh token that is not accepted: 401, with the same words for every reason. Log `reused` apart. */
export class InvalidRefreshToken extends PublicError implements RejectedRefreshToken {
  readonly reused: boolean
  readonly userId: string | undefined

  constructor({ reused, userId }: RejectedRefreshToken) {
    super(401, "invalid refresh token")
    this.reused = reused
    this.userId = userId
  }
}
