import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import { Fault } from "../../fault/fault.ts"

/** The statuses that send a browser elsewhere. */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** Where a redirect may lead, and how. */
export interface RedirectOptions<Status extends RedirectStatus = RedirectStatus> {
  /** 303 unless given: the browser fetches the target with GET, whatever it sent before. */
  readonly status?: Status
  /** Other sites that the target may be on, such as `https://login.example`. */
  readonly origins?: readonly string[]
}

/**
 * Sends the browser to a path of this site. A target that leads elsewhere is a fault unless its origin is named: a
 * target that came from a user must not carry him off.
 */
export function redirect<const Status extends RedirectStatus = 303>(
  target: string,
  { status = 303 as Status, origins = [] }: RedirectOptions<Status> = {},
): Reply<Status, null> {
  if (!isOwnPath(target) && !origins.some((origin) => target === origin || target.startsWith(`${origin}/`)))
    throw new Fault("REDIRECT_UNSAFE", {})
  const reply = Reply.empty(status)
  // Letters that a header cannot carry are encoded as a browser would; what is encoded already stays.
  reply.headers = new ReplyHeaders().set("location", encodeURI(target.toWellFormed()).replaceAll("%25", "%"))
  return reply
}

/** Whether a browser takes a target for a path of this site. `//host`, `/\host` and what hides them are not. */
export function isOwnPath(target: string): boolean {
  return target.startsWith("/") && !/^\/[/\\]/.test(target) && !/[\u0000-\u001f\u007f\\]/.test(target)
}
