/** What is sent with a call. */
export interface Sent {
  readonly token?: string | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A reply that was read to its end. */
export interface Received {
  readonly status: number
  readonly text: string
  readonly json: unknown
  header(name: string): string
}

/** Calls the blog at a URL, over HTTP like any client. */
export class Client {
  readonly #url: string

  constructor(url: string) {
    this.#url = url.replace(/\/$/, "")
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
    const reply = await fetch(this.#url + path, {
      method,
      headers: {
        ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...sent.headers,
      },
      ...(body !== undefined && { body }),
      redirect: "manual",
    })
    const text = await reply.text()
    return {
      status: reply.status,
      text,
      json: parse(text),
      header: (name) => reply.headers.get(name) ?? "",
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
