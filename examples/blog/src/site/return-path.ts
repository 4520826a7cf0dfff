import type { Reply } from "trivet"
import { isLocalPath, redirect } from "trivet/web"

/** The page to sign in on, which leads back to where one was. */
export function signInPath(from: string): string {
  return from === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(from)}`
}

/** Leads back to where somebody came from, if that is here: whoever made the link may have meant another site. */
export function redirectBack(next: string): Reply<303, null> {
  return redirect(isLocalPath(next) ? next : "/desk")
}
