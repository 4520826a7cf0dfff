import { randomBytes } from "node:crypto"
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { TemplateFile } from "./template-files.ts"

/**
 * A temporary folder beside its target: `.my-app.trivet-4711-1f2e3d`, with the id of this process. It is moved to its
 * target when it is complete, so that the target is never incomplete. If the process ends earlier, the folder is
 * removed. After SIGKILL, the next draft in the same parent folder removes it.
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
    // On `exit` and not on a signal: pressing Ctrl-C twice ends the process without running signal handlers.
    process.once("exit", this.#atExit)
    mkdirSync(this.folder)
  }

  /** Writes a file, which must not exist yet. */
  write({ path, text, mode }: TemplateFile): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode, flag: "wx" })
  }

  /** Moves the folder to its target. Throws if the target exists by now. */
  publish(): void {
    if (exists(this.#target)) throw new Error(`${this.#target} exists`)
    renameSync(this.folder, this.#target)
    this.#end()
  }

  /** Removes the folder. */
  discard(): void {
    if (this.#state === "done") return
    this.#end()
    // A child process that was killed with this one may still write for a moment.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }

  #end(): void {
    this.#state = "done"
    process.off("exit", this.#atExit)
  }
}

/** Whether a path exists, including broken symbolic links. */
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
    // EPERM: the process runs, as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
