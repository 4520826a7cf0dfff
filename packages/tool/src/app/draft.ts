import { randomBytes } from "node:crypto"
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { TemplateFile } from "./template-files.ts"

/**
 * A folder in the making, beside the one it will become: `.my-app.trivet-4711-1f2e3d`, with the id of the process that
 * makes it. It is moved to its place when it is whole, so that nobody ever finds half of it there. Whatever ends the
 * process before removes it, but for SIGKILL: what that leaves behind is removed by the next draft in the same folder.
 */
export class Draft {
  readonly folder: string
  readonly #target: string
  #state: "open" | "done" = "open"
  readonly #atExit = (): void => this.discard()

  constructor(target: string) {
    const [parent, name] = [dirname(target), target.slice(dirname(target).length + 1)]
    removeAbandoned(parent)
    this.#target = target
    this.folder = join(parent, `.${name}.trivet-${process.pid}-${randomBytes(3).toString("hex")}`)
    // At the exit and not on a signal: Ctrl-C twice ends the process without asking anybody else.
    process.once("exit", this.#atExit)
    mkdirSync(this.folder)
  }

  /** Writes a file; it must not be there yet. */
  write({ path, text, mode }: TemplateFile): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode, flag: "wx" })
  }

  /** Moves it to its place. Raises when something has come to stand there meanwhile. */
  publish(): void {
    if (exists(this.#target)) throw new Error(`${this.#target} exists`)
    renameSync(this.folder, this.#target)
    this.#end()
  }

  /** Removes it. */
  discard(): void {
    if (this.#state === "done") return
    this.#end()
    // A program that was ended with us may still write for a moment.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }

  #end(): void {
    this.#state = "done"
    process.off("exit", this.#atExit)
  }
}

/** Whether a path is taken, also by a link that leads nowhere. */
export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function removeAbandoned(parent: string): void {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const maker = /^\.[a-z][a-z\d-]*\.trivet-(\d+)-[\da-f]{6}$/.exec(entry.name)?.[1]
    if (maker === undefined || !entry.isDirectory() || lives(Number(maker))) continue
    rmSync(join(parent, entry.name), { recursive: true, force: true })
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
