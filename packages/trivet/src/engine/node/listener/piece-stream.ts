/** A stream that is filled piece by piece, with backpressure. */
export class PieceStream {
  readonly stream: ReadableStream<Uint8Array>
  #controller!: ReadableStreamDefaultController<Uint8Array>
  /** Passes on a piece that was not requested yet. */
  #offered: (() => void) | undefined
  /** Wakes a reader that waits for the next piece. */
  #wanted: (() => void) | undefined
  /** Whether the reader has cancelled, or the stream has ended. */
  #over = false

  /** `cancel` is called when the reader stops early. */
  constructor(cancel: () => void) {
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) =>
        void (this.#controller = controller),
      pull: () => this.#pull(),
      cancel: () => {
        this.#over = true
        cancel()
      },
    }
    this.stream = new ReadableStream(source, { highWaterMark: 0 })
  }

  /** Passes on a piece. `taken` is called when it was read; only then may the next one be offered. */
  offer(piece: Uint8Array, taken: () => void): void {
    const pass = () => {
      this.#controller.enqueue(piece)
      taken()
    }
    const wake = this.#wanted
    if (wake === undefined) {
      this.#offered = pass
      return
    }
    this.#wanted = undefined
    pass()
    wake()
  }

  end(): void {
    // The reader may have cancelled after the last piece.
    if (this.#over) return
    this.#over = true
    this.#controller.close()
    this.#wanted?.()
  }

  fail(error: unknown): void {
    this.#controller.error(error)
    this.#wanted?.()
  }

  #pull(): Promise<void> | undefined {
    const pass = this.#offered
    if (pass === undefined) return new Promise((wake) => (this.#wanted = wake))
    this.#offered = undefined
    pass()
    return undefined
  }
}
