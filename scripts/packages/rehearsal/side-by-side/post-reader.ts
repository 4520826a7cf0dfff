import { setTimeout as sleep } from "node:timers/promises"

/** Reads the numbers of a topic over server-sent events, as a browser does: it reconnects and continues after the last one. */
export class PostReader {
  readonly numbers: number[] = []
  readonly #address: () => string
  readonly #stop = new AbortController()
  #last = ""
  #isOpen = false

  /** `address` names the process to connect to, each time anew. */
  constructor(address: () => string) {
    this.#address = address
    void this.#run()
  }

  /** Whether it is connected. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  end(): void {
    this.#stop.abort()
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // A process that stops ends its streams.
      await this.#read().catch(() => undefined)
      this.#isOpen = false
      await sleep(10)
    }
  }

  async #read(): Promise<void> {
    const headers = { accept: "text/event-stream", ...(this.#last !== "" && { "last-event-id": this.#last }) }
    const reply = await fetch(`${this.#address()}/posts`, { headers, signal: this.#stop.signal })
    if (!reply.ok) return
    this.#isOpen = true
    let text = ""
    for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      const blocks = text.split("\n\n")
      text = blocks.pop()!
      for (const block of blocks) this.#take(block)
    }
  }

  #take(block: string): void {
    const id = /^id: ?(.*)$/m.exec(block)?.[1]
    const data = /^data: ?(.*)$/m.exec(block)?.[1]
    if (id === undefined || data === undefined) return
    this.#last = id
    this.numbers.push((JSON.parse(data) as { readonly at: number }).at)
  }
}
