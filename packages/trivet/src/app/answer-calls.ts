import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import { type NamedToken, token } from "../inject/token.ts"
import type { Platform } from "./platform.ts"

/** Answers one call. It never throws and never rejects. */
export type Answer = (incoming: Incoming) => Reply | Promise<Reply>

/**
 * The token of a function for engines that are part of a module. Such an engine gives it, while the application is built,
 * the platform of its kind of calls, and gets the function that answers them. The records of the kind are then compiled
 * at boot, like those of the application's own platform.
 */
export const AnswerCalls: NamedToken<(platform: Platform) => Answer> =
  token<(platform: Platform) => Answer>("AnswerCalls")
