import { connect, type Socket } from "node:net"
import { parseReply, type RawReply } from "./raw-reply.ts"

/** A connection on which exactly the given bytes are sent: nothing normalises them. */
export class RawSocket {
  /** Bytes handed to the system so far. */
  get written(): number {
    return this.#socket.bytesWritten
  }
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #closed = false
  #wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    // A reset is one of the ways in which a server may close.
    socket.on("error", () => undefined)
    const close = () => {
      this.#closed = true
      this.#wake()
    }
    socket.on("end", close)
    socket.on("close", close)
  }

  /** With `stubborn` it keeps its own side open when the server has closed. */
  static open(port: number, stubborn = false): Promise<RawSocket> {
    return new Promise((give, refuse) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: stubborn }, () => {
        socket.off("error", refuse)
        give(new RawSocket(socket))
      })
      socket.setNoDelay(true)
      socket.once("error", refuse)
    })
  }

  /** The port on this side: the server knows the connection by it. */
  get port(): number {
    return this.#socket.localPort!
  }
  get closed(): boolean {
    return this.#closed
  }
  /** Everything that came back and is not yet read as a reply. */
  get received(): string {
    return this.#received.toString("latin1")
  }

  /** Sends bytes; a text goes out as Latin-1, character by byte. False says that the system's buffer is full. */
  write(bytes: string | Uint8Array): boolean {
    return (
      this.#closed || this.#socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes)
    )
  }

  /** Waits until the buffer has room again, or the connection is closed. */
  drained(): Promise<void> {
    return new Promise((go) => {
      this.#socket.once("drain", go)
      this.#socket.once("close", go)
      if (this.#closed) go()
    })
  }

  /** The next reply; `undefined` where the connection is closed or nothing comes in time. */
  async reply(method = "GET", milliseconds = 5_000): Promise<RawReply | undefined> {
    const deadline = performance.now() + milliseconds
    for (;;) {
      const reply = parseReply(this.#received, method, this.#closed)
      if (reply !== undefined) {
        this.#received = this.#received.subarray(reply.length)
        return reply
      }
      if (this.#closed || !(await this.#more(deadline - performance.now()))) return undefined
    }
  }

  /** Whether the server closes the connection within a time. What it sends meanwhile stays in `received`. */
  async closes(milliseconds = 3_000): Promise<boolean> {
    const deadline = performance.now() + milliseconds
    while (!this.#closed) if (!(await this.#more(deadline - performance.now()))) break
    return this.#closed
  }

  /** Waits until what came back matches; fails where the connection is closed before, or nothing comes in time. */
  async until(pattern: RegExp, milliseconds = 60_000): Promise<string> {
    const deadline = performance.now() + milliseconds
    while (!pattern.test(this.received)) {
      if (this.#closed || !(await this.#more(deadline - performance.now())))
        throw new Error(`no ${pattern} in ${JSON.stringify(this.received)}`)
    }
    return this.received
  }

  /** Reads no more, so that the server has to wait. */
  pause(): void {
    this.#socket.pause()
  }
  resume(): void {
    this.#socket.resume()
  }

  /** Closes this side alone. */
  halfClose(): void {
    this.#socket.end()
  }

  end(): void {
    this.#socket.destroy()
  }
  /** Goes as a client whose machine has lost the connection: with a reset. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }

  #more(milliseconds: number): Promise<boolean> {
    return new Promise((tell) => {
      const timer = setTimeout(() => tell(false), Math.max(milliseconds, 0))
      this.#wake = () => {
        clearTimeout(timer)
        tell(true)
      }
    })
  }
}
