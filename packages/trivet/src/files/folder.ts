import { constants, fstat, open, type Stats } from "node:fs"
import { lstat, realpath } from "node:fs/promises"
import { join, sep } from "node:path"
import { promisify } from "node:util"
import { PublicError } from "../fault/public-error.ts"
import { closeFile } from "./file-body.ts"

/** A file that was opened. Whoever has it closes it. */
export interface OpenFile {
  readonly descriptor: number
  readonly stats: Stats
}

const openPath = promisify(open)
const statOf = promisify(fstat)

// Opening a pipe would wait for somebody to write into it, and a terminal would become this process's own.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

const mostKnown = 1_000

/** A folder whose files may be read, and nothing beyond it: links that lead out are as if they were not there. */
export class Folder {
  readonly path: string
  readonly #dotFiles: boolean
  /** Which files were found to lie inside, by name: a file is known by its device and its number there. */
  readonly #inside = new Map<string, { readonly dev: number; readonly ino: number }>()

  constructor(path: string, dotFiles: boolean) {
    this.path = path
    this.#dotFiles = dotFiles
  }

  /** Opens a file by a name that `parseFileName` let pass; `"folder"` where it is one, `undefined` where it is none. */
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
   * Whether what was opened lies inside. Asked after the opening, about the very file that was opened: asked before, a
   * link put there in between would be followed.
   */
  async #holds(path: string, { dev, ino }: Stats): Promise<boolean> {
    // The folder may be a link itself that leads elsewhere after a deployment.
    const root = await realpath(this.path).catch(absent)
    const real = await realpath(path).catch(absent)
    if (root === undefined || !real?.startsWith(root.endsWith(sep) ? root : root + sep)) return false
    const inner = real.slice(root.length)
    if (!this.#dotFiles && /(?:^|[/\\])\./.test(inner)) return false
    // Some systems find a file by another case of its name, which routes and their guards take for another path.
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

/** `undefined` for errors that mean that there is no such file: the client does not learn the reason. */
function absent(error: NodeJS.ErrnoException): undefined {
  const { code = "" } = error
  if (codes.has(code)) return undefined
  if (code === "EMFILE" || code === "ENFILE")
    throw new PublicError(503, "Service Unavailable", { headers: { "retry-after": "1" }, cause: error })
  throw error
}
