import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "pg-boss"
import { dueOf } from "./job-rows.ts"
import type { OpenOptions } from "./job-store.ts"
import { Members } from "./members.ts"
import { channel, type Message, messageOf, textOf } from "./messages.ts"

/** The queues of a process, and what is called when it hears of them. */
export interface QueueListeners extends OpenOptions {
  /** Called when the taking of jobs of a queue was stopped or continued, also by this process. */
  readonly onPaused: (queue: string, isPaused: boolean) => void
}

/** Milliseconds for which the end of a process waits until the others know of it. */
const leaveFor = 1_000

/** The most members that fit into a notification, of 8,000 bytes. More processes than that all ask for each job. */
const mostMembers = 900

/** Keeps this process among the `Members` over a connection that listens, and sends and reads their messages. */
export class Membership {
  readonly #db: Db
  readonly #listeners: QueueListeners
  readonly #members: Members
  readonly #refreshes: ReturnType<typeof setInterval>
  #isOn = true

  private constructor(db: Db, listeners: QueueListeners, members: Members, every: number) {
    this.#db = db
    this.#listeners = listeners
    this.#members = members
    this.#refreshes = setInterval(() => void this.#refresh(false), every)
  }

  /** Joins the processes that run the same jobs. `every` so many milliseconds they are compared with the connections. */
  static async join(db: Db, listeners: QueueListeners, every: number): Promise<Membership> {
    const { rows } = await db.executeSql("select pg_backend_pid() as pid")
    const { pid: own } = rows[0] as { readonly pid: number }
    const members = new Members(groupOf(listeners.queues.map(({ name }) => name)), own)
    return new Membership(db, listeners, members, every)
  }

  /** Called when the connection listens. Behind a pooler no message comes back, and the process acts as if it were alone. */
  async sayHello(): Promise<void> {
    const { group, own: member } = this.#members
    await this.#db.executeSql(`listen ${channel}`)
    await this.#send({ about: "hello", group, member })
  }

  /** Whether new jobs are notified to this process too. */
  get listens(): boolean {
    return this.#members.isKnown
  }

  /** Whether this process looks for due jobs now, if one of those that listen does so each `interval`. */
  isTurn(interval: number): boolean {
    return this.#members.isTurn(interval)
  }

  /** Called with each notification of this channel. */
  read(text: string): void {
    const message = messageOf(text)
    if (message === undefined) return
    if (!("group" in message)) {
      const { about, queue } = message
      if (about !== "added") this.#listeners.onPaused(queue, about === "paused")
      if (about !== "paused") this.added(queue)
    } else if (message.group === this.#members.group) this.#readMember(message)
  }

  /** Called when a job was added. */
  added(queue: string): void {
    if (this.#members.choosesOwn(queue)) this.#listeners.onAdded(queue)
  }

  /** Lets others take the jobs of a queue that are due, if there are some. */
  async noteFull(queue: string): Promise<void> {
    const { group, own: member, isKnown } = this.#members
    if (!isKnown || this.#members.isFull(queue)) return
    const text = textOf({ about: "full", group, member, queue })
    const statement = `select pg_notify($1, $2) where exists (${dueOf("$3")})`
    await this.#try(this.#db.executeSql(statement, [channel, text, queue]))
  }

  /** Lets others know that this process has a place again. */
  async noteFree(queue: string): Promise<void> {
    const { group, own: member } = this.#members
    if (this.#members.isFull(queue)) await this.#try(this.#send({ about: "free", group, member, queue }))
  }

  /** Lets the others know that this process ends. */
  async leave(): Promise<void> {
    this.stop()
    const { isKnown, own } = this.#members
    if (!isKnown) return
    const left = this.#list()
      .then((all) => this.#sendMembers(all.filter((one) => one !== own)))
      .catch(() => undefined)
    await Promise.race([left, sleep(leaveFor, undefined, { ref: false })])
  }

  /** Called when the connection has ended. */
  stop(): void {
    this.#isOn = false
    clearInterval(this.#refreshes)
  }

  #readMember(message: Extract<Message, { readonly group: string }>): void {
    if (message.about === "hello") {
      if (message.member === this.#members.own) void this.#enter()
    } else if (message.about === "members") this.#members.set(message.members)
    else {
      this.#members.mark(message.member, message.queue, message.about === "full")
      if (message.about === "full") this.added(message.queue)
    }
  }

  /** The others find the name in `pg_stat_activity`. */
  async #enter(): Promise<void> {
    await this.#try(this.#db.executeSql(`set application_name = '${this.#name}'`))
    await this.#refresh(true)
  }

  /** Compares the members with the connections. If they differ, the first one corrects all. */
  async #refresh(isNew: boolean): Promise<void> {
    if (this.#isOn) await this.#try(this.#correct(isNew))
  }

  async #correct(isNew: boolean): Promise<void> {
    const all = await this.#list()
    const { own, isKnown } = this.#members
    if (!all.includes(own) || (!isNew && this.#members.are(all))) return
    if (isNew || !isKnown || all[0] === own) await this.#sendMembers(all)
  }

  get #name(): string {
    return `trivet jobs ${this.#members.group}`
  }

  async #list(): Promise<number[]> {
    const { rows } = await this.#db.executeSql(
      "select pid from pg_stat_activity where datname = current_database() and application_name = $1 order by pid",
      [this.#name],
    )
    return (rows as { readonly pid: number }[]).map(({ pid }) => pid)
  }

  async #sendMembers(members: readonly number[]): Promise<void> {
    const { group } = this.#members
    if (members.length <= mostMembers) await this.#send({ about: "members", group, members })
  }

  async #send(message: Message): Promise<void> {
    await this.#db.executeSql("select pg_notify($1, $2)", [channel, textOf(message)])
  }

  async #try(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (this.#isOn) this.#listeners.onError(error)
    })
  }
}

/** A short name for a set of queues. */
function groupOf(queues: readonly string[]): string {
  return createHash("sha256").update(queues.toSorted().join(" ")).digest("hex").slice(0, 8)
}
