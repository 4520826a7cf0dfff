/** What a test sends. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a test compares of a reply. */
export interface Answer {
  readonly status: number
  readonly type: string | undefined
  readonly cookies: readonly string[]
  /** `X-Reply`, which the handlers of these tests set. */
  readonly mark: string | undefined
  readonly location: string | undefined
  readonly body: string
}

/** A way to a handler. */
export interface Way {
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  stop(): Promise<unknown>
}

/** What a test compares of a `Response`. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  const header = (name: string) => headers.get(name) ?? undefined
  return {
    status,
    type: header("content-type"),
    cookies: headers.getSetCookie(),
    mark: header("x-reply"),
    location: header("location"),
    body: await response.text(),
  }
}

/** A way through a socket. */
export function overHttp(port: number, stop: () => Promise<unknown>): Way & { readonly port: number } {
  const send: Way["send"] = async (method, path, { headers = {}, body } = {}) =>
    answerOf(
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers,
        redirect: "manual",
        ...(body !== undefined && { body }),
      }),
    )
  return { port, send, stop }
}

/** A way to a function that takes requests. */
export function byFetch(
  handle: (request: Request) => Response | PromiseLike<Response>,
  stop: () => Promise<unknown>,
): Way {
  const send: Way["send"] = async (method, path, { headers = {}, body } = {}) =>
    answerOf(
      await handle(
        new Request(`http://127.0.0.1${path}`, { method, headers, ...(body !== undefined && { body }) }),
      ),
    )
  return { send, stop }
}
