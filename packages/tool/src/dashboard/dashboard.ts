import type { DashboardRequest, DevAnswer, DevAsk, DevMessage } from "../dev/dev-message.ts"
import type { DashboardApp } from "./dashboard-app.ts"
import type { JobWish } from "./shown-job.ts"
import type { MailFile } from "./mails/mail-file.ts"
import { MailList } from "./mails/mail-list.ts"
import type { MailWish } from "./shown-mail.ts"
import { isFile } from "./is-file.ts"
import type { ShownCall } from "./shown-call.ts"
import { type Waterfall, waterfallOf } from "./waterfall/waterfall.ts"

/** The maximum number of kept calls. */
const keptCalls = 200
/** Milliseconds after which an application that does not answer counts as unavailable. */
const patience = 15_000

/** The data of a row in the list of calls. */
export type CallSummary = Pick<
  ShownCall,
  "id" | "method" | "path" | "pattern" | "began" | "ms" | "status"
> & {
  readonly failed: boolean
  /** Whether it only served a file, such as a style sheet. */
  readonly isFile: boolean
  /** What makes it slow, in a few words: the first note of its waterfall. */
  readonly note: string | undefined
  readonly hasCredentials: boolean
  /** Whether the process that answered it still runs: only then can it be saved. */
  readonly isCurrent: boolean
}

/** A call as the page shows it. */
export type DashboardCall = ShownCall & { readonly isCurrent: boolean; readonly waterfall: Waterfall }

/** The state of the program, as the page shows it. */
export type ProgramState = "starting" | "running" | "stopped"

/** The events that are sent to the page. */
export type DashboardEvent =
  | { readonly kind: "call"; readonly call: CallSummary }
  | { readonly kind: "calls"; readonly calls: readonly CallSummary[] }
  | {
      readonly kind: "program"
      readonly state: ProgramState
      readonly url: string | undefined
      readonly workers: boolean
    }
  /** The routes, modules or configuration have changed. */
  | { readonly kind: "application" }
  /** A mail was kept. */
  | { readonly kind: "mail" }

/** A request to the program's process. */
type ProgramWish =
  | { readonly kind: "send"; readonly request: DashboardRequest }
  | { readonly kind: "save"; readonly id: string }
  | { readonly kind: "jobs"; readonly wish: JobWish }

/** A request of the page. Mails are kept here, and outlive the program. */
type Wish = ProgramWish | { readonly kind: "mails"; readonly wish: MailWish }

/** The state of the program and its calls in `trivet dev`. It outlives each run of the program. */
export class Dashboard {
  readonly #calls = new Map<string, ShownCall>()
  readonly #listeners = new Set<(event: DashboardEvent) => void>()
  readonly #waiting = new Map<number, (answer: DevAnswer) => void>()
  readonly #saved = new Map<string, string>()
  readonly #mails: MailList
  #current = new Set<string>()
  #application: DashboardApp | undefined
  #program: Extract<DashboardEvent, { kind: "program" }> = program("starting")
  #ask: ((asked: DevAsk) => boolean) | undefined
  #asked = 0

  /** `mails` is where kept mails are stored. */
  constructor(mails: MailFile) {
    this.#mails = new MailList(mails)
  }

  /** The last description of the application. */
  get application(): DashboardApp | undefined {
    return this.#application
  }

  /** Starts a new run of the program. `ask` sends it a message and returns whether it could be reached. */
  begin(ask: (asked: DevAsk) => boolean): void {
    this.#ask = ask
    this.#current = new Set()
    this.#forget("The application was restarted.")
    this.#setProgram(program("starting"))
    this.#emit(this.#list())
  }

  /** Ends the run of the program. */
  end(): void {
    this.#ask = undefined
    this.#forget("The application does not run.")
    this.#setProgram(program("stopped"))
  }

  /** Handles a message of the program's process. */
  hear(message: DevMessage): void {
    if (message.kind === "call") this.#hearCall(message.call)
    else if (message.kind === "answer") this.#waiting.get(message.ask)?.(message.answer)
    else if (message.kind === "listening") this.#setProgram(program("running", message.url, message.workers))
    else if (message.kind === "mail") {
      this.#mails.add(message.mail)
      this.#emit({ kind: "mail" })
    } else if (message.kind === "application") {
      this.#application = message.application
      this.#emit({ kind: "application" })
    }
  }

  /** Calls a listener with the current state, and then with each change, until the returned function is called. */
  listen(listener: (event: DashboardEvent) => void): () => void {
    listener(this.#program)
    listener(this.#list())
    listener({ kind: "application" })
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  findCall(id: string): DashboardCall | undefined {
    const call = this.#calls.get(id)
    return call && { ...call, isCurrent: this.#current.has(id), waterfall: waterfallOf(call) }
  }

  /** The file that a call was saved as; `undefined` if it was not saved. */
  savedFile(id: string): string | undefined {
    return this.#saved.get(id)
  }

  /** Answers a request of the page; what only the program's process knows is asked there. */
  async ask(wish: Wish): Promise<DevAnswer> {
    if (wish.kind === "mails") return this.#mails.answer(wish.wish)
    const answer = await this.#answerTo(wish)
    if (wish.kind === "save" && "done" in answer) this.#saved.set(wish.id, answer.done)
    return answer
  }

  #answerTo(wish: ProgramWish): Promise<DevAnswer> {
    const ask = ++this.#asked
    return new Promise((give) => {
      const timer = setTimeout(() => settle({ problem: "The application does not answer." }), patience)
      const settle = (answer: DevAnswer) => {
        clearTimeout(timer)
        this.#waiting.delete(ask)
        give(answer)
      }
      this.#waiting.set(ask, settle)
      if (this.#ask?.({ ...wish, ask }) !== true) settle({ problem: "The application does not run." })
    })
  }

  #hearCall(call: ShownCall): void {
    this.#calls.set(call.id, call)
    this.#current.add(call.id)
    if (this.#calls.size > keptCalls) {
      const oldest = this.#calls.keys().next().value!
      this.#calls.delete(oldest)
      this.#current.delete(oldest)
    }
    this.#emit({ kind: "call", call: this.#summary(call) })
  }

  #list(): DashboardEvent {
    return { kind: "calls", calls: [...this.#calls.values()].map((call) => this.#summary(call)) }
  }

  #summary(call: ShownCall): CallSummary {
    const { id, method, path, pattern, began, ms, status, error, hasCredentials } = call
    const failed = error !== undefined && (status ?? 500) >= 500
    const isCurrent = this.#current.has(id)
    const [note] = ms === undefined ? [] : waterfallOf(call).notes
    return {
      id,
      method,
      path,
      pattern,
      began,
      ms,
      status,
      failed,
      hasCredentials,
      isCurrent,
      isFile: isFile(call),
      note: note?.short,
    }
  }

  #setProgram(next: Extract<DashboardEvent, { kind: "program" }>): void {
    this.#program = next
    this.#emit(next)
  }

  #forget(problem: string): void {
    for (const settle of this.#waiting.values()) settle({ problem })
  }

  #emit(event: DashboardEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

function program(
  state: ProgramState,
  url?: string,
  workers = false,
): Extract<DashboardEvent, { kind: "program" }> {
  return { kind: "program", state, url, workers }
}
