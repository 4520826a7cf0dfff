import type { PlatformParts, Rejection } from "../app/dispatch/platform.ts"
import type { CallSettings } from "../context/call.ts"

/** The parts of an application that define its error format and its log. */
export interface Rejecting {
  readonly platform: Pick<PlatformParts, "rejection">
  readonly settings: Pick<CallSettings, "log">
}

/** The platform's body for an error without a call; `undefined` if it has none or failed to create it. */
export function findRejection({ platform, settings }: Rejecting, status: number): Rejection | undefined {
  try {
    return platform.rejection?.(status)
  } catch (err) {
    settings.log.error({ err, status }, "cannot make the body of an error")
    return undefined
  }
}
