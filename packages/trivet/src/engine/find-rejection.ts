import type { BuiltApp } from "../app/build-app.ts"
import type { Rejection } from "../app/platform.ts"

/** The platform's body for an error of which no call is known; `undefined` where it has none, or failed to make it. */
export function findRejection({ platform, settings }: BuiltApp, status: number): Rejection | undefined {
  try {
    return platform.rejection?.(status)
  } catch (err) {
    settings.log.error({ err, status }, "cannot make the body of an error")
    return undefined
  }
}
