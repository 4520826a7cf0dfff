import { type NamedToken, token } from "../inject/token.ts"
import type { Platform } from "./platform.ts"
import type { Answers } from "./scoped-calls.ts"

/**
 * The token of a function for engines that are part of a module. Such an engine gives it, while the application is built,
 * the platform of its kind of calls, and gets what answers them. The records of the kind are then compiled at boot, like
 * those of the application's own platform. If that platform serves the kind itself, it answers, not the given one.
 */
export const AnswerCalls: NamedToken<(platform: Platform) => Answers> =
  token<(platform: Platform) => Answers>("AnswerCalls")
