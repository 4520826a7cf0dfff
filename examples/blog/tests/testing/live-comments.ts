/** An event of a stream. */
export interface LiveEvent {
  readonly id: string
  readonly data: string
}

/** The stream of a post's comments, as a browser reads it. */
export class LiveComments {
  readonly events: LiveEvent[] = []
  readonly #abort = new AbortController()
  readonly #reading: Promise<void>

  private constructor(body: ReadableStream<Uint8Array>) {
    this.#reading = this.#read(body)
  }

  /** Opens the stream, and returns when it is open: what is written from now on comes. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<LiveComments> {
    const reply = await fetch(url, { headers: { accept: "text/event-stream", ...headers } })
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
    return new LiveComments(reply.body!)
  }

  /** The ids of the events, in their order. */
  get ids(): readonly string[] {
    return this.events.map(({ id }) => id)
  }

  /** Closes the stream, as a browser that leaves. */
  async close(): Promise<void> {
    this.#abort.abort()
    await this.#reading
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = ""
    const decoder = new TextDecoderStream()
    const { signal } = this.#abort
    const source = body.pipeThrough(decoder as ReadableWritablePair<string, Uint8Array>, { signal })
    try {
      for await (const chunk of source) {
        const parts = (text + chunk).split("\n\n")
        text = parts.pop()!
        for (const part of parts) this.#add(part)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  #add(part: string): void {
    const lines = part.split("\n")
    const valuesOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
    const [id] = valuesOf("id")
    if (id !== undefined) this.events.push({ id, data: valuesOf("data").join("\n") })
  }
}
