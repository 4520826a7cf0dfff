import type { Call } from "../call.ts"
import { Endless } from "./endless.ts"

/** One server-sent event. */
export interface ServerEvent<Data = unknown> {
  /** The data: a text is sent unchanged, any other value as JSON. With `stream()` in `returns`, a text is JSON too. */
  readonly data?: Data
  /** The type of the event. Default: `message`, as browsers define it. */
  readonly event?: string
  /** The id of the event. A client that reconnects sends the last one as `Last-Event-ID`. */
  readonly id?: string
  /** Milliseconds after which a disconnected client reconnects. Default: the browser's, usually a few seconds. */
  readonly retry?: number
}

/** What `stream()` in a record requires of the events. */
export interface HeldEvents {
  /** Called with each event before it is written; returns the event to write. */
  change?: ((event: ServerEvent) => ServerEvent | Promise<ServerEvent>) | undefined
  /** Whether data is always sent as JSON, and a comment marks the end of the source for the client. */
  isContract?: boolean
  /** The iterator that the engine reads. */
  texts?: EventTexts
}

/** The body of a reply of server-sent events. */
export class EventStream extends Endless {
  readonly held: HeldEvents
  /** Called with the call that this stream answers. */
  begin: ((call: Call) => void) | undefined

  constructor(source: AsyncIterable<ServerEvent>, heartbeat: number) {
    const held: HeldEvents = {}
    super({ [Symbol.asyncIterator]: () => (held.texts = new EventTexts(source, heartbeat, held)) })
    this.held = held
  }
}

type Step = IteratorResult<string, undefined>

/** A comment, which clients ignore. Sent at once, so that the client knows that it is connected, and as a heartbeat. */
const comment = ":\n\n"
/** The comment at the end of a source. */
const endComment = ": end\n\n"

/**
 * Writes events, and comments while there are none. Not a generator, because a generator cannot be ended while it
 * awaits its source.
 */
class EventTexts implements AsyncIterator<string, undefined> {
  readonly #source: AsyncIterator<ServerEvent>
  readonly #heartbeat: number
  readonly #held: HeldEvents
  /** Texts that were not yet requested: the first comment, and an event that arrived after a heartbeat was sent. */
  readonly #ready: Step[] = [{ done: false, value: comment }]
  #waiting: { give(step: Step): void; fail(error: unknown): void } | undefined
  #failed: { readonly error: unknown } | undefined
  #isReading = false
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(source: AsyncIterable<ServerEvent>, heartbeat: number, held: HeldEvents) {
    this.#source = source[Symbol.asyncIterator]()
    this.#heartbeat = heartbeat
    this.#held = held
  }

  next(): Promise<Step> {
    const ready = this.#ready.shift()
    if (ready !== undefined) return Promise.resolve(ready)
    if (this.#failed !== undefined) return Promise.reject(this.#failed.error)
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
    return new Promise((give, fail) => {
      this.#waiting = { give, fail }
      if (this.#heartbeat > 0)
        this.#timer = setTimeout(() => this.#give({ done: false, value: comment }), this.#heartbeat)
      if (!this.#isReading) void this.#read()
    })
  }

  async return(): Promise<Step> {
    const isWaiting = this.#isReading
    this.#isOver = true
    this.#ready.length = 0
    this.#give({ done: true, value: undefined })
    const returned = this.#source.return?.()
    // A generator that is awaiting something finishes only after that, which may be never.
    if (isWaiting) returned?.catch(() => undefined)
    else await returned
    return { done: true, value: undefined }
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      const step = await this.#source.next()
      if (step.done !== true) this.#give({ done: false, value: await this.#write(step.value) })
      else {
        this.#isOver = true
        if (this.#held.isContract === true) this.#give({ done: false, value: endComment })
        this.#give({ done: true, value: undefined })
      }
    } catch (error) {
      this.#isOver = true
      this.#failed = { error }
      this.#waiting?.fail(error)
      this.#stopWaiting()
    } finally {
      this.#isReading = false
    }
  }

  async #write(event: ServerEvent): Promise<string> {
    const { change, isContract = false } = this.#held
    return textOfEvent(change === undefined ? event : await change(event), isContract)
  }

  #give(step: Step): void {
    if (this.#waiting === undefined) {
      if (step.done !== true && !(this.#isOver && step.value !== endComment)) this.#ready.push(step)
      return
    }
    this.#waiting.give(step)
    this.#stopWaiting()
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer)
    this.#waiting = undefined
  }
}

function textOfEvent({ data, event, id, retry }: ServerEvent, isContract: boolean): string {
  let text = ""
  if (event !== undefined) text += `event: ${oneLine(event)}\n`
  if (id !== undefined) text += `id: ${oneLine(id)}\n`
  if (retry !== undefined) text += `retry: ${Math.trunc(retry)}\n`
  const isText = typeof data === "string" && !isContract
  const written = isText ? data : (JSON.stringify(data) as string | undefined)
  for (const line of written?.split(/\r\n|\r|\n/) ?? []) text += `data: ${line}\n`
  return `${text}\n`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, " ")
}
