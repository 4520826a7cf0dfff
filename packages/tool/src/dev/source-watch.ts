import { type FSWatcher, statSync, watch } from "node:fs"
import { dirname, sep } from "node:path"
import { changedFiles, type Snapshot, takeSnapshot } from "./source-files.ts"

/** Milliseconds without further changes after which changes are reported together: "save all" writes many files. */
const quiet = 100
/** The polling interval in milliseconds, if the system cannot watch that many folders. */
const look = 1_000

/**
 * Watches the files of a program. Each folder is watched separately: recursive watching misses new folders on some
 * systems, and includes `node_modules` on others. Changes are found by comparing snapshots, so a file that is written
 * and reverted is not a change.
 */
export class SourceWatch {
  readonly #folder: string
  #single: readonly string[]
  readonly #watchers = new Map<string, { readonly identity: string; readonly watcher: FSWatcher }>()
  #seen: Snapshot
  #timer: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #tell: ((changed: readonly string[]) => void) | undefined

  constructor(folder: string, single: readonly string[]) {
    this.#folder = folder
    this.#single = single
    this.#seen = this.#look()
  }

  /**
   * Also watches single files: those of other packages that the program imports. Their current state counts as known;
   * earlier changes of other files are still reported.
   */
  include(files: readonly string[]): void {
    const added = files.filter(
      (file) => !this.#single.includes(file) && !file.startsWith(`${this.#folder}${sep}`),
    )
    if (added.length === 0) return
    this.#single = [...this.#single, ...added]
    const now = this.#look()
    const known = added.flatMap((file) => (now.has(file) ? [[file, now.get(file)!] as const] : []))
    this.#seen = new Map([...this.#seen, ...known])
  }

  /** Accepts the current state of the files: earlier changes are no longer reported. */
  settle(): void {
    this.#seen = this.#look()
  }

  /**
   * Resolves with the files that have changed since `settle()`, once there are no further changes; `undefined` after
   * the signal.
   */
  next(signal: AbortSignal): Promise<readonly string[] | undefined> {
    return new Promise((tell) => {
      const stop = () => {
        this.#tell = undefined
        tell(undefined)
      }
      if (signal.aborted) return stop()
      signal.addEventListener("abort", stop, { once: true })
      this.#tell = (changed) => {
        signal.removeEventListener("abort", stop)
        this.#tell = undefined
        tell(changed)
      }
      // Something may have changed since the last call.
      this.#stir()
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#poll)
    for (const { watcher } of this.#watchers.values()) watcher.close()
  }

  #look(): Snapshot {
    for (const file of this.#single) this.#watch(dirname(file))
    return takeSnapshot(this.#folder, this.#single, (folder) => this.#watch(folder))
  }

  #watch(folder: string): void {
    if (this.#poll !== undefined) return
    // A folder that was deleted and created again, as when switching branches, needs a new watcher: the old one gets no
    // events.
    const identity = identityOf(folder)
    const known = this.#watchers.get(folder)
    if (identity === undefined || known?.identity === identity) return
    known?.watcher.close()
    this.#watchers.delete(folder)
    try {
      const watcher = watch(folder, () => this.#stir())
      watcher.on("error", () => {
        watcher.close()
        this.#watchers.delete(folder)
      })
      this.#watchers.set(folder, { identity, watcher })
    } catch (error) {
      // No watches left: polling finds the same changes a little later.
      if (["ENOSPC", "EMFILE"].includes((error as NodeJS.ErrnoException).code ?? ""))
        this.#poll = setInterval(() => this.#stir(), look)
    }
  }

  #stir(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const changed = changedFiles(this.#seen, this.#look())
      if (changed.length > 0) this.#tell?.(changed)
    }, quiet)
  }
}

/** Distinguishes a folder from a later one with the same name. Inode numbers are reused. */
function identityOf(folder: string): string | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.birthtimeMs}`
}
