import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
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
  // Letters that a header cannot carry are encoded as a browser would; what is encoded already stays.
  reply.headers = new ReplyHeaders().set("location", encodeURI(target.toWellFormed()).replaceAll("%25", "%"))
  return reply
}

const base = "http://localhost"

/**
 * Whether a target is a path of this site. `//host`, `/\host`, `/.//host` and variants, which browsers take for another host, are
 * not. An escaped slash at the beginning is none either: what is between this server and the browser may decode it.
 */
export function isLocalPath(target: string): boolean {
  if (!/^\/[^\u0000-\u0020\u007f\\]*$/.test(target)) return false
  const url = URL.parse(target, base)
  return url?.origin === base && !/^\/(?:\/|%2f|%5c)/i.test(url.pathname)
}
