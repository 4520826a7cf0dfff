import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** What single keys do. */
export type KeyActions = Readonly<Record<string, () => void>>

/** How often a program in the background looks whether it still is, in milliseconds. */
const glance = 500

const ctrlC = "\u0003"
const ctrlZ = "\u001a"
const ctrlBackslash = "\u001c"

/**
 * Reads single keys from the terminal, without Enter. The terminal then makes no signals of Ctrl-C, Ctrl-Z and Ctrl-\
 * itself, so they are sent to the same processes as it would: npm and its shell among them. A program in the background
 * must not touch the terminal, or the system would stop it.
 */
export class TerminalKeys {
  readonly #input: NodeJS.ReadStream
  readonly #actions: KeyActions
  #timer: NodeJS.Timeout | undefined
  readonly #resume = (): void => this.#open()
  readonly #hear = (text: string): void => {
    for (const key of text) this.#press(key)
  }

  private constructor(input: NodeJS.ReadStream, actions: KeyActions) {
    this.#input = input
    this.#actions = actions
    input.setEncoding("utf8").on("data", this.#hear)
    process.on("SIGCONT", this.#resume)
    this.#open()
  }

  /** Reads keys if standard input and output are a terminal; `undefined` otherwise. */
  static read(actions: KeyActions): TerminalKeys | undefined {
    const { stdin, stdout } = process
    return stdin.isTTY && stdout.isTTY ? new TerminalKeys(stdin, actions) : undefined
  }

  /** Gives the terminal back. */
  close(): void {
    clearTimeout(this.#timer)
    process.off("SIGCONT", this.#resume)
    this.#input.off("data", this.#hear)
    this.#leave()
  }

  #open(): void {
    clearTimeout(this.#timer)
    if (!isInForeground()) {
      this.#leave()
      // A shell that fetches a running program from the background does not tell it.
      this.#timer = setTimeout(this.#resume, glance).unref()
      return
    }
    this.#input.setRawMode(true)
    this.#input.resume().unref()
  }

  #leave(): void {
    this.#input.pause()
    if (isInForeground()) this.#input.setRawMode(false)
  }

  #press(key: string): void {
    if (key === ctrlC) signalGroup("SIGINT")
    else if (key === ctrlZ) {
      this.#leave()
      signalGroup("SIGTSTP")
    } else if (key === ctrlBackslash) {
      this.#leave()
      signalGroup("SIGQUIT")
    } else if (key === "\r") process.stdout.write("\n")
    else this.#actions[key]?.()
  }
}

/** Sends a signal to the process group of this process, as a terminal does. */
function signalGroup(signal: NodeJS.Signals): void {
  if (process.platform === "win32") process.emit(signal, signal)
  else process.kill(0, signal)
}

/** Whether this process may read from its terminal: whether its process group is that of the terminal. */
function isInForeground(): boolean {
  if (process.platform === "win32") return true
  const [group, foreground] = process.platform === "linux" ? groupsOfLinux() : groupsOfOthers()
  return group === foreground
}

function groupsOfLinux(): readonly (string | undefined)[] {
  // The name of the program is in parentheses and may contain spaces.
  const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
  return [group, foreground]
}

function groupsOfOthers(): readonly string[] {
  const columns = ["-o", "pgid=,tpgid=", "-p", String(process.pid)]
  return spawnSync("ps", columns, { encoding: "utf8" }).stdout.trim().split(/\s+/)
}
