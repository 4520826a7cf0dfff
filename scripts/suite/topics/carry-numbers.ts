import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { joinedSources } from "../joined-sources.ts"

/** What carries, and how much. */
export interface Carriage {
  /** The path of a `CarrierModule`. */
  readonly module: string
  readonly server: { readonly url: string; start(): Promise<void>; stop(): Promise<void> }
  /** How many messages are kept; 0 for none. */
  readonly history: number
  readonly messages: number
}

/** What one reader has seen. */
export interface Seen {
  /** Messages that were acknowledged and did not arrive. */
  readonly lost: number
  readonly doubled: number
  /** Messages that came after a later one of their publisher. */
  readonly disordered: number
  /** How often the reader was notified that messages are missing. */
  readonly missed: number
}

/** What has happened. */
export interface Carried {
  readonly acknowledged: number
  readonly seconds: number
  /** By the reader that was never killed, and by the one that was. */
  readonly steady: Seen
  readonly killed: Seen
}

const names = ["one", "two"]

/**
 * Two processes publish and two read, while the server is killed and started again twice, and a reader and a publisher once.
 */
export async function carryNumbers(carriage: Carriage): Promise<Carried> {
  const scene = new Scene(carriage)
  try {
    return await scene.run()
  } finally {
    scene.end()
  }
}

class Scene {
  readonly #carriage: Carriage
  readonly #folder = mkdtempSync(join(tmpdir(), "trivet-numbers-"))
  readonly #children: ChildProcess[] = []
  /** How many messages the steady reader has. */
  #progress = 0
  #publishing = 0
  #flags: readonly string[] = []

  constructor(carriage: Carriage) {
    this.#carriage = carriage
  }

  async run(): Promise<Carried> {
    this.#flags = (await joinedSources()).flags
    const { messages, server } = this.#carriage
    const [steady, killed] = await Promise.all([this.#read("steady"), this.#read("killed")])
    steady.on("message", (seen) => (this.#progress = Number(seen)))
    const began = performance.now()
    const first = this.#publish("one", 0)
    const second = this.#publish("two", 0)
    await this.#until(messages * 0.2)
    await this.#restart()
    await this.#until(messages * 0.4)
    await kill(killed)
    await sleep(100)
    await this.#read("killed", this.#lines("killed").at(-1)?.split(" ")[0])
    await this.#until(messages * 0.5)
    await kill(second)
    // The message that was not acknowledged may have arrived.
    const again = this.#publish("two", (this.#acknowledged("two").at(-1) ?? -1) + 2)
    await this.#until(messages * 0.7)
    await this.#restart()
    await Promise.all([first, again].map(ended))
    await server.stop()
    await server.start()
    const seconds = (performance.now() - began) / 1_000
    await this.#settle()
    const acknowledged = names.flatMap((name) => this.#acknowledged(name)).length
    return { acknowledged, seconds, steady: this.#seen("steady"), killed: this.#seen("killed") }
  }

  end(): void {
    for (const child of this.#children) child.kill("SIGKILL")
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #read(name: string, last = ""): Promise<ChildProcess> {
    const child = this.#fork("reader.ts", [this.#file(name), last])
    await once(child, "message")
    return child
  }

  #publish(name: string, from: number): ChildProcess {
    const to = this.#carriage.messages / names.length
    const child = this.#fork("publisher.ts", [name, this.#file(name), String(from), String(to)])
    this.#publishing++
    child.once("exit", () => this.#publishing--)
    return child
  }

  #fork(program: string, args: readonly string[]): ChildProcess {
    const { module, server, history } = this.#carriage
    const child = fork(join(import.meta.dirname, program), [module, server.url, String(history), ...args], {
      execArgv: [...this.#flags],
    })
    this.#children.push(child)
    return child
  }

  async #restart(): Promise<void> {
    const { server } = this.#carriage
    await server.stop()
    await sleep(100)
    await server.start()
  }

  /** Waits for the steady reader, which cannot get as far if too much is lost. */
  async #until(progress: number): Promise<void> {
    while (this.#progress < progress && this.#publishing > 0) await sleep(5)
  }

  /** Waits until nothing comes any more. */
  async #settle(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < 20; quiet++) {
      const now = this.#lines("steady").length + this.#lines("killed").length
      if (now !== before) quiet = 0
      before = now
      await sleep(100)
    }
  }

  #seen(name: string): Seen {
    const lines = this.#lines(name)
    const messages = lines.filter((line) => line !== "missed").map((line) => line.split(" "))
    const counts = names.map((publisher) => {
      const numbers = messages.filter(([, by]) => by === publisher).map(([, , at]) => Number(at))
      const arrived = new Set(numbers)
      return {
        lost: this.#acknowledged(publisher).filter((at) => !arrived.has(at)).length,
        doubled: numbers.length - arrived.size,
        disordered: numbers.filter((at, index) => index > 0 && at < numbers[index - 1]!).length,
      }
    })
    const sum = (of: (one: (typeof counts)[number]) => number) =>
      counts.reduce((all, one) => all + of(one), 0)
    return {
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      disordered: sum(({ disordered }) => disordered),
      missed: lines.length - messages.length,
    }
  }

  #acknowledged(name: string): readonly number[] {
    return this.#lines(name).map(Number)
  }

  /** The lines that were written whole. */
  #lines(name: string): readonly string[] {
    const file = this.#file(name)
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []
  }

  #file(name: string): string {
    return join(this.#folder, name)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL")
  await ended(child)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
}
