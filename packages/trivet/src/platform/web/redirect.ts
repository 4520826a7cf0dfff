import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { Reply } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"

/** The HTTP statuses of redirects. */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** Options of `redirect()`. */
export interface RedirectOptions<Status extends RedirectStatus = RedirectStatus> {
  /** The HTTP status. Default: 303, after which the browser sends GET. */
  readonly status?: Status
  /** Other origins to which the target may lead, such as `https://login.example`. Default: none. */
  readonly origins?: readonly string[]
}

/**
 * Makes a reply that redirects to a path of this site. A target on another site throws the fault `REDIRECT_UNSAFE`,
 * unless its origin is in `origins`. This prevents open redirects if the target comes from a request.
 */
export function redirect<const Status extends RedirectStatus = 303>(
  target: string,
  { status = 303 as Status, origins = [] }: RedirectOptions<Status> = {},
): Reply<Status, null> {
  if (
    !isLocalPath(target.replaceAll(" ", "%20")) &&
    !origins.some((origin) => target === origin || target.startsWith(`${origin}/`))
  )
    throw new Fault("REDIRECT_UNSAFE", {})
  const reply = Reply.empty(status)
  // Characters that a header cannot contain are percent-encoded, as browsers do; existing escapes are kept.
  reply.headers = new ReplyHeaders().set("location", encodeURI(target.toWellFormed()).replaceAll("%25", "%"))
  return reply
}

const base = "http://localhost"

/**
 * Whether a target is a path of this site. `//host`, `/\host`, `/.//host` and variants are not, because browsers take
 * them for another host. Nor is an escaped slash at the beginning, because a proxy between this server and the browser
 * may decode it.
 */
export function isLocalPath(target: string): boolean {
  if (!/^\/[^\u0000-\u0020\u007f\\]*$/.test(target)) return false
  const url = URL.parse(target, base)
  return url?.origin === base && !/^\/(?:\/|%2f|%5c)/i.test(url.pathname)
}
