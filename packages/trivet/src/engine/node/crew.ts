import { Fault } from "../../fault/fault.ts"
import { lastWords } from "../../fault/last-words.ts"
import type { Log } from "../../store/log.ts"
import { beat, type WorkerMessage } from "./crew-message.ts"
import { createMember, endMember, type Member } from "./member.ts"

/** How a crew is kept. */
export interface CrewOptions {
  /** How many serve. */
  readonly count: number
  readonly log: Log
  /** The most milliseconds that one may take to end. */
  readonly stopTimeout: number
  /** For how many milliseconds one may give no sign of life. */
  readonly hangTimeout: number
  /** Called when no worker can be brought to serve any more. */
  readonly giveUp: (fault: Fault) => void
}

/** Who has served for as long as this was well: the next one starts at once. Others wait longer each time. */
const settled = 2_000
const firstPause = 100
const longestPause = 5_000
/** So many in a row that never came to serve are enough, where nobody else serves. */
const mostFailures = 6
/** How long one may take until it serves. Every `onStart()` has a shorter limit of its own. */
const startTimeout = 120_000

/** A number of workers that are kept alive: whoever dies is replaced. */
export class Crew {
  /** Where all of them serve; known when the first does. */
  port: number | undefined
  readonly #options: CrewOptions
  readonly #members = new Set<Member>()
  readonly #full = Promise.withResolvers<void>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #listening: NodeJS.Timeout
  /** Whether new ones are told the port. Otherwise they ask for what the program says, and get the socket of the others. */
  #alone = false
  #stopping = false
  #restarting: Promise<void> | undefined
  /** Deaths in a row: of those that had not served for long, and of those that had not served at all. */
  #early = 0
  #unborn = 0

  constructor(options: CrewOptions) {
    this.#options = options
    this.#listening = setInterval(() => this.#listen(), beat).unref()
  }

  /** How many serve now, and mean to go on. */
  get serving(): number {
    return [...this.#members].filter(({ served, leaving }) => served !== undefined && !leaving).length
  }

  /**
   * Starts all of them: one first, so that what is wrong with the program is told once, and what is to be done once,
   * such as migrations, is done when the others come.
   */
  async open(): Promise<void> {
    const { count } = this.#options
    const first = this.#hire()
    // Taken out of the care for those who die: a program that does not start once is not started again.
    first.leaving = true
    if (!(await first.ready)) throw notStarted(1, await first.ended)
    first.leaving = false
    for (let more = 1; more < count; more++) this.#hire()
    if (count > 1) await this.#full.promise
  }

  /** Replaces all of them, one after the other, each by one that serves already. Once at a time. */
  restart(): Promise<void> {
    return (this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined)))
  }

  /** Ends all of them. False when one had to be cut off. */
  async stop(): Promise<boolean> {
    this.#stopping = true
    clearInterval(this.#listening)
    for (const pause of this.#pauses) clearTimeout(pause)
    const outcomes = await Promise.all([...this.#members].map((member) => this.#end(member, false)))
    return outcomes.every((outcome) => outcome === 0 || outcome === "SIGTERM")
  }

  /** Ends all of them at once. */
  cut(): void {
    this.#stopping = true
    for (const { worker } of this.#members) worker.process.kill("SIGKILL")
  }

  #end(member: Member, replaced: boolean): Promise<number | string> {
    // A little more than the worker gives itself: it should tell for itself what it had to cut off.
    return endMember(member, replaced, this.#options.stopTimeout + 1_500)
  }

  async #restart(): Promise<void> {
    const { log } = this.#options
    const old = [...this.#members].filter(({ leaving }) => !leaving)
    log.info({ workers: old.length }, "workers are restarted one after the other")
    for (const member of old) {
      if (this.#stopping || member.leaving) continue
      const fresh = this.#hire(member)
      fresh.leaving = true
      if (!(await fresh.ready)) {
        const outcome = await fresh.ended
        if (!this.#stopping)
          log.error({ worker: fresh.pid, outcome }, "the new worker did not start: the others stay")
        return
      }
      // The old one may have died meanwhile, and then somebody has its place already.
      const kept = this.#members.has(member) && !member.leaving ? fresh : member
      if (kept === fresh) fresh.leaving = false
      await this.#end(kept === fresh ? member : fresh, true)
    }
  }

  #hire(instead?: Member, lost: number = performance.now()): Member {
    // Node closes the socket when nobody holds it any more: a port that the system chose would be another one then.
    const isHeld = [...this.#members].some(({ served }) => served !== undefined)
    if (!isHeld) this.#alone = this.port !== undefined
    const member = createMember(this.#alone ? this.port : undefined)
    const { worker } = member
    this.#members.add(member)
    const timer = setTimeout(() => worker.process.kill("SIGKILL"), startTimeout)
    void member.ready.then(() => clearTimeout(timer))
    worker.on("message", (message: WorkerMessage) => {
      member.silent = 0
      if (message?.trivet === "ready") this.#welcome(member, message.port, instead, lost)
      else if (message?.trivet === "leaving") this.#excuse(member)
    })
    worker.once("exit", (code, signal) => this.#lose(member, signal ?? code))
    // A message that did not arrive is told by the exit too; a process that could not be made has none.
    worker.on("error", (error) => {
      if (worker.process.pid === undefined) this.#lose(member, error.message)
    })
    return member
  }

  #welcome(member: Member, port: number, instead: Member | undefined, lost: number): void {
    this.port ??= port
    // The others died before it could share their socket.
    if (port !== this.port) {
      member.worker.process.kill("SIGKILL")
      return
    }
    member.served = performance.now()
    this.#unborn = 0
    const milliseconds = Math.round(member.served - lost)
    const { log, count } = this.#options
    if (instead === undefined) log.info({ worker: member.pid, port }, "worker started")
    else log.info({ worker: member.pid, instead: instead.pid, milliseconds }, "worker replaced")
    member.tellReady(true)
    if (this.serving >= count) this.#full.resolve()
  }

  /**
   * Ends those that hang for good: nobody else would notice, because the others answer the probes. Beats are counted, not
   * time: where the whole machine stood still, nobody hangs.
   */
  #listen(): void {
    const { log, hangTimeout } = this.#options
    for (const member of this.#members) {
      if (member.served === undefined || member.leaving) continue
      const milliseconds = ++member.silent * beat
      if (milliseconds < hangTimeout) continue
      log.error({ worker: member.pid, milliseconds }, "worker hangs: it is ended")
      member.silent = 0
      member.worker.process.kill("SIGKILL")
    }
  }

  /** One has crashed, or was told to end by somebody else: another may begin while it answers the calls at hand. */
  #excuse(member: Member): void {
    if (member.leaving) return
    member.leaving = true
    const pause = this.#replace(member)
    this.#options.log.warn({ worker: member.pid, next_in: pause }, "worker leaves")
  }

  #lose(member: Member, outcome: number | string): void {
    if (!this.#members.delete(member)) return
    const { log } = this.#options
    if (this.#stopping || member.leaving) log.info({ worker: member.pid, outcome }, "worker ended")
    else log.error({ worker: member.pid, outcome, next_in: this.#replace(member) }, "worker died")
    if (this.#unborn >= mostFailures && this.serving === 0) this.#giveUp(outcome)
    member.tellReady(false)
    member.tellEnded(outcome)
  }

  #giveUp(outcome: number | string): void {
    if (!this.#stopping) this.#options.giveUp(notStarted(this.#unborn, outcome))
  }

  /** Starts another one after a pause, whose length it gives. */
  #replace(member: Member): number {
    const now = performance.now()
    const served = member.served === undefined ? 0 : now - member.served
    this.#early = served > settled ? 0 : this.#early + 1
    this.#unborn = member.served === undefined ? this.#unborn + 1 : 0
    const pause = this.#early === 0 ? 0 : Math.min(firstPause * 2 ** (this.#early - 1), longestPause)
    const timer = setTimeout(() => {
      this.#pauses.delete(timer)
      this.#hire(member, now)
    }, pause)
    this.#pauses.add(timer)
    return pause
  }
}

function notStarted(tries: number, outcome: number | string): Fault {
  return lastWords(new Fault("WORKER_NOT_STARTED", { tries, outcome }))
}
