import { constants, fstat, open, type Stats } from "node:fs"
import { lstat, realpath } from "node:fs/promises"
import { join, sep } from "node:path"
import { promisify } from "node:util"
import { PublicError } from "../fault/public-error.ts"
import { closeFile } from "./file-body.ts"

/** An open file. The owner of this object closes it. */
export interface OpenFile {
  readonly descriptor: number
  readonly stats: Stats
}

const openPath = promisify(open)
const statOf = promisify(fstat)

// Without these flags, opening a pipe would wait for a writer, and a terminal would become the controlling terminal.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

const mostKnown = 1_000

/** A folder whose files may be read, but nothing outside: links that lead out are treated as absent. */
export class Folder {
  readonly path: string
  readonly #dotFiles: boolean
  /** Files that were found to be inside, by name. A file is identified by its device and inode. */
  readonly #inside = new Map<string, { readonly dev: number; readonly ino: number }>()

  constructor(path: string, dotFiles: boolean) {
    this.path = path
    this.#dotFiles = dotFiles
  }

  /**
   * Opens a file by a name that `parseFileName` accepted; `"folder"` if it is a folder, `undefined` if there is no such
   * file.
   */
  async open(name: string): Promise<OpenFile | "folder" | undefined> {
    const path = join(this.path, name)
    const descriptor = await openPath(path, flags).catch(absent)
    if (descriptor === undefined) return undefined
    let kept = false
    try {
      const stats = await statOf(descriptor)
      if (!stats.isFile() && !stats.isDirectory()) return undefined
      const known = this.#inside.get(name)
      if (known?.ino !== stats.ino || known.dev !== stats.dev) {
        if (!(await this.#holds(path, stats))) return undefined
        if (this.#inside.size >= mostKnown) this.#inside.clear()
        this.#inside.set(name, { dev: stats.dev, ino: stats.ino })
      }
      if (stats.isDirectory()) return "folder"
      kept = true
      return { descriptor, stats }
    } finally {
      if (!kept) closeFile(descriptor)
    }
  }

  /**
   * Whether the opened file is inside the folder. Checked after opening, for exactly that file: if it were checked
   * before, a link created in between would be followed (TOCTOU).
   */
  async #holds(path: string, { dev, ino }: Stats): Promise<boolean> {
    // The folder itself may be a link whose target changes with a deployment.
    const root = await realpath(this.path).catch(absent)
    const real = await realpath(path).catch(absent)
    if (root === undefined || !real?.startsWith(root.endsWith(sep) ? root : root + sep)) return false
    const inner = real.slice(root.length)
    if (!this.#dotFiles && /(?:^|[/\\])\./.test(inner)) return false
    // Case-insensitive file systems find a file by another case of its name, which routes and their guards treat as
    // another path.
    const asked = path.slice(this.path.length)
    if (inner !== asked && inner.toLowerCase() === asked.toLowerCase()) return false
    const found = await lstat(real).catch(absent)
    return found?.dev === dev && found.ino === ino
  }
}

const codes: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "ENAMETOOLONG",
  "ELOOP",
  "EACCES",
  "EPERM",
  "EINVAL",
  "ENXIO",
  "ENODEV",
  "EOPNOTSUPP",
  "EILSEQ",
])

/** Returns `undefined` for errors that mean that the file is not available: the client does not learn the reason. */
function absent(error: NodeJS.ErrnoException): undefined {
  const { code = "" } = error
  if (codes.has(code)) return undefined
  if (code === "EMFILE" || code === "ENFILE")
    throw new PublicError(503, "Service Unavailable", { headers: { "retry-after": "1" }, cause: error })
  throw error
}
