import type { PlatformParts, Rejection } from "../app/platform.ts"
import type { CallSettings } from "../context/call.ts"

/** The parts of an application that know how its errors look, and where they are logged. */
export interface Rejecting {
  readonly platform: Pick<PlatformParts, "rejection">
  readonly settings: Pick<CallSettings, "log">
}

/** The platform's body for an error of which no call is known; `undefined` where it has none, or failed to make it. */
export function findRejection({ platform, settings }: Rejecting, status: number): Rejection | undefined {
  try {
    return platform.rejection?.(status)
  } catch (err) {
    settings.log.error({ err, status }, "cannot make the body of an error")
    return undefined
  }
}
