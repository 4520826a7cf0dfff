import assert from "node:assert/strict"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Counts } from "./attacked/counts.ts"
import type { Left } from "./attacked/million-paths.ts"
import type { RawReply } from "./raw-reply.ts"
import { RawSocket } from "./raw-socket.ts"

/** What the attacked process answers to each question. */
interface Answers {
  readonly port: number
  readonly counts: Counts & { readonly prototypes: string }
  readonly received: number | null
  readonly memory: { readonly cached: number; readonly heap: number }
  readonly million: Left
  readonly cpu: number
}

/** The attacked application in a process of its own. */
export class AttackedProcess {
  readonly port: number
  readonly pid: number
  readonly #child: ChildProcess
  readonly #prototypes: string

  private constructor(child: ChildProcess, port: number, prototypes: string) {
    this.#child = child
    this.pid = child.pid!
    this.port = port
    this.#prototypes = prototypes
  }

  /** Starts it, on this Node unless another program is given, with the arguments that stand before the file. */
  static async start(
    program: string = process.execPath,
    execArgv: string[] = ["--expose-gc"],
  ): Promise<AttackedProcess> {
    const child = fork(join(import.meta.dirname, "attacked/main.ts"), {
      execPath: program,
      execArgv,
    })
    await Promise.race([once(child, "message"), once(child, "exit").then(refuse)])
    const port = await ask(child, "port")
    return new AttackedProcess(child, port, (await ask(child, "counts")).prototypes)
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, "exit")
    this.#child.disconnect()
    await gone
  }

  ask<Name extends keyof Answers>(name: Name, argument?: number): Promise<Answers[Name]> {
    return ask(this.#child, name, argument)
  }

  open(stubborn = false): Promise<RawSocket> {
    return RawSocket.open(this.port, stubborn)
  }

  /** Waits until the server's side of a connection is closed, and gives how many bytes it read from it. */
  async received(port: number, milliseconds: number): Promise<number | undefined> {
    const deadline = performance.now() + milliseconds
    for (;;) {
      const received = await this.ask("received", port)
      if (received !== null) return received
      if (performance.now() > deadline) return undefined
      await new Promise((go) => setTimeout(go, 10))
    }
  }

  /** Sends one request on a connection of its own and gives the reply, if one comes, after all checks of `unharmed`. */
  async attack(request: string | Uint8Array, method = "GET"): Promise<RawReply | undefined> {
    const socket = await this.open()
    socket.write(request)
    const reply = await socket.reply(method)
    const more = socket.received
    socket.end()
    assert.equal(more, "", "something follows the one reply")
    await this.unharmed(reply?.text ?? "")
    return reply
  }

  /** What must hold after every attack: the same process, nothing told, and a fresh connection answered at once. */
  async unharmed(said: string): Promise<void> {
    assert.doesNotMatch(said, secrets)
    assert.equal(this.#child.exitCode, null)
    let took = await this.#probe()
    // Others may be using the machine: one call of some that is fast shows that nothing holds this process up.
    for (let tries = 1; tries < 6 && took > 100; tries++) {
      await new Promise((go) => setTimeout(go, 50 * tries))
      took = await this.#probe()
    }
    assert.ok(took < 100, `a fresh connection was answered after ${took} ms`)
  }

  /** That nothing a client sent has reached a prototype. */
  async untouched(): Promise<void> {
    assert.equal((await this.ask("counts")).prototypes, this.#prototypes)
  }

  async #probe(): Promise<number> {
    const began = performance.now()
    const socket = await this.open()
    socket.write("GET /alive HTTP/1.1\r\nHost: a\r\n\r\n")
    const reply = await socket.reply()
    const took = performance.now() - began
    socket.end()
    assert.equal(reply?.body, `{"pid":${this.pid}}`)
    return took
  }
}

function refuse(): never {
  throw new Error("The attacked application did not start")
}

/** A stack, a place in a file, a statement of SQL, a version, the name of what runs here. */
export const secrets: RegExp =
  /\bat .+:\d+|\.[cm]?[jt]s\b|node:|file:\/\/|node_modules|\/(?:work|home|root|tmp|usr)\/|\b(?:select|insert|update|delete)\b.+\b(?:from|into|set)\b|\bv?\d+\.\d+\.\d+\b|node\.js|trivet|x-powered-by|^server:/im

let questions = 0

function ask<Name extends keyof Answers>(
  child: ChildProcess,
  name: Name,
  argument = 0,
): Promise<Answers[Name]> {
  const asked = ++questions
  return new Promise((give) => {
    const listen = ({ id, answer }: { id: number; answer: Answers[Name] }) => {
      if (id !== asked) return
      child.off("message", listen)
      give(answer)
    }
    child.on("message", listen)
    child.send({ id: asked, name, argument })
  })
}
