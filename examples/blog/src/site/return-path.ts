import type { Reply } from "trivet"
import { isLocalPath, redirect } from "trivet/web"

/** The page to sign in on, which leads back to where one was. */
export function signInPath(from: string): string {
  return from === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(from)}`
}

/** Redirects back to a local path only: an attacker could have made a link to another site (open redirect). */
export function redirectBack(next: string): Reply<303, null> {
  return redirect(isLocalPath(next) ? next : "/desk")
}
