import type { FuzzCall, ReadyCall } from "../call/fuzz-call.ts"
import type { HttpReply } from "../call/http-reply.ts"
import type { Outcome } from "../call/wire.ts"

/** A call and its outcome. */
export interface Judged {
  /** The call's id. */
  readonly id: string
  readonly call: FuzzCall
  readonly ready: ReadyCall
  readonly outcome: Outcome
  /** The reply to the call before it. */
  readonly before: HttpReply | undefined
}
