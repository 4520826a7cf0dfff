// Runs in the application's process, so it must not import the framework.
import { currentOrigin } from "../../dashboard/record/origin-of.ts"
import type { KeptMail } from "../../dashboard/shown-mail.ts"
import type { Observation } from "../target/fuzz-target.ts"

/** The maximum number of kept observations: a call that loops over statements must not fill the memory. */
const most = 20_000
const longest = 10_000

/** Keeps what the process does besides replying, while it is asked to, each with the call that led to it. */
export class Observer {
  readonly #currentCall: () => string | undefined
  #kept: Observation[] = []
  #isOn = false

  constructor(currentCall: () => string | undefined) {
    this.#currentCall = currentCall
  }

  /** Removes and returns what was kept. `isOn` says whether more is kept. */
  take(isOn: boolean): readonly Observation[] {
    const kept = this.#kept
    this.#kept = []
    this.#isOn = isOn
    return kept
  }

  /** Sees the lines that are written to a stream. */
  watchLines(stream: NodeJS.WriteStream): void {
    const write = stream.write.bind(stream) as (...given: readonly unknown[]) => boolean
    stream.write = (...given: readonly unknown[]) => {
      const text = String(given[0])
      // A logger that collects lines writes those of several calls at once, in the scope of one of them.
      if (this.#isOn && !text.includes("\n{")) this.#keep("log", text)
      return write(...given)
    }
  }

  readonly seesMail = ({ to, cc, bcc, subject, text, html = "" }: KeptMail): void => {
    if (this.#isOn) this.#keep("mail", [subject, text, html].join("\n"), { to: [...to, ...cc, ...bcc] })
  }

  readonly seesJob = ({ job, data }: { readonly job: string; readonly data: unknown }): void => {
    if (this.#isOn) this.#keep("job", `${job} ${JSON.stringify(data)}`)
  }

  /** Sees a statement. Only those of the application, during a call, are of use. */
  readonly seesOperation = ({ kind, text }: { readonly kind: string; readonly text: string }): undefined => {
    if (!this.#isOn || kind !== "sql" || this.#currentCall() === undefined) return
    const { by, place } = currentOrigin()
    if (by === undefined && place !== undefined) this.#keep("statement", text, { place })
  }

  #keep(kind: Observation["kind"], text: string, more: Pick<Observation, "to" | "place"> = {}): void {
    if (this.#kept.length >= most) return
    this.#kept.push({ kind, call: this.#currentCall(), text: text.slice(0, longest), ...more })
  }
}
