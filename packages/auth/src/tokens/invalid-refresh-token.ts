import { PublicError } from "trivet"

/** A refresh token was rejected. It becomes 401 with the same message for every reason. Log it if `reused` is true. */
export class InvalidRefreshToken extends PublicError {
  /**
   * Whether it was used before: it was stolen, or an earlier reply was lost. All tokens of its family are then invalid.
   */
  readonly reused: boolean
  /** The id of its user; `undefined` if the token is unknown or has expired. */
  readonly userId: string | undefined

  constructor({ reused, userId }: { readonly reused: boolean; readonly userId: string | undefined }) {
    super(401, "invalid refresh token")
    this.reused = reused
    this.userId = userId
  }
}
