import { type FSWatcher, statSync, watch } from "node:fs"
import { dirname, sep } from "node:path"
import { changedFiles, type Snapshot, takeSnapshot } from "./source-files.ts"

/** Milliseconds without a further change after which changes count as one: an editor that saves all writes many. */
const quiet = 100
/** How often files are looked at where the system cannot watch so many folders. */
const look = 1_000

/**
 * Watches what a program is made of. Each folder is watched by itself, because watching a tree misses folders that
 * are new on some systems, and would take in `node_modules` on others. What has changed is found by comparing the files,
 * so a file that is written and taken back is no change.
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
   * Watches single files too: those of other packages that the program imports. They count as known from now on; what
   * changed in other files meanwhile is still a change.
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

  /** Takes the files as they are for known: what has changed until now is no change. */
  settle(): void {
    this.#seen = this.#look()
  }

  /** Gives the files that have changed since they were settled, when all is quiet; nothing after the signal. */
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
      // Something may have changed while nobody asked.
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
    // A folder that went and came again, as with another branch, is a new one: nothing is heard of the old one any more.
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
      // Out of watches: looking now and then finds the same, a little later.
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

/** What tells a folder from another one of its name. Numbers of inodes are used again. */
function identityOf(folder: string): string | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.birthtimeMs}`
}
