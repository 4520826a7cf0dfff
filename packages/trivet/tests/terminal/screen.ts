import { execFileSync } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { commandLine } from "./run-program.ts"

/** A shell in a real terminal, driven by tmux: keys go in, the screen is read. */
export class Screen {
  readonly #socket = `trivet-${process.pid}-${Math.random().toString(36).slice(2)}`

  constructor(columns: number, rows: number) {
    const shell = "env PS1='$ ' bash --norc --noprofile"
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), shell)
    this.type(`unset NO_COLOR FORCE_COLOR; app() { ${commandLine} "$@"; }; clear`)
  }

  /** Types a line and Enter. */
  type(line: string): void {
    this.#tmux("send-keys", "-l", line)
    this.press("Enter")
  }

  /** Presses a key by tmux's name for it, such as `C-c`. */
  press(key: string): void {
    this.#tmux("send-keys", key)
  }

  /** Changes the width of the terminal. */
  resize(columns: number): void {
    this.#tmux("resize-window", "-x", String(columns))
  }

  /** What is on the screen; with `escapes`, colors too. */
  text(escapes = false): string {
    return this.#tmux("capture-pane", "-p", ...(escapes ? ["-e"] : [])).trimEnd()
  }

  /** What is on the screen and what has been pushed up, out of it. */
  scrolled(): string {
    return this.#tmux("capture-pane", "-p", "-S", "-").trimEnd()
  }

  /** Waits until the screen shows something, and gives the screen. */
  async waitFor(wanted: RegExp, escapes = false): Promise<string> {
    const end = performance.now() + 60_000
    for (;;) {
      const shown = this.text(escapes)
      if (wanted.test(shown)) return shown
      if (performance.now() > end) throw new Error(`the screen never showed ${wanted}, but:\n${shown}`)
      await sleep(20)
    }
  }

  close(): void {
    this.#tmux("kill-server")
  }

  #tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" })
  }
}
