import { Fault } from "../../fault/fault.ts"

/** The statuses that send a browser elsewhere. */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** An answer that sends the browser to another address. `redirect()` makes it. */
export class Redirect {
  readonly target: string
  readonly status: RedirectStatus

  constructor(target: string, status: RedirectStatus) {
    this.target = target
    this.status = status
  }
}

/** Where a redirect may lead, and how. */
export interface RedirectOptions {
  /** 303 unless given: the browser fetches the target with GET, whatever it sent before. */
  readonly status?: RedirectStatus
  /** Other sites that the target may be on, such as `https://login.example`. */
  readonly origins?: readonly string[]
}

/**
 * Sends the browser to a path of this site. A target that leads elsewhere is a fault unless its origin is named: a
 * target that came from a user must not carry him off.
 */
export function redirect(target: string, { status = 303, origins = [] }: RedirectOptions = {}): Redirect {
  if (isOwnPath(target) || origins.some((origin) => target === origin || target.startsWith(`${origin}/`))) {
    return new Redirect(target, status)
  }
  throw new Fault("REDIRECT_UNSAFE", {})
}

/** Whether a browser takes a target for a path of this site. `//host`, `/\host` and what hides them are not. */
export function isOwnPath(target: string): boolean {
  return target.startsWith("/") && !/^\/[/\\]/.test(target) && !/[\u0000-\u001f\u007f\\]/.test(target)
}
