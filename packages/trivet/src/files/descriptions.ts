import type { Stats } from "node:fs"
import { changedAt, type DescribedFile, describeFile, type DescribeOptions } from "./described-file.ts"

interface Known {
  readonly size: number
  readonly changed: number
  readonly description: DescribedFile
}

const mostKnown = 1_000

/** Cache of file descriptions. An entry is valid as long as the file does not change. */
export class Descriptions {
  readonly #options: DescribeOptions
  readonly #known = new Map<string, Known>()

  constructor(options: DescribeOptions) {
    this.#options = options
  }

  of(name: string, stats: Stats, encoding: string | undefined): DescribedFile {
    const key = encoding === undefined ? name : `${name}\0${encoding}`
    const changed = changedAt(stats)
    const known = this.#known.get(key)
    if (known?.size === stats.size && known.changed === changed) return known.description
    const description = describeFile(name, stats, encoding, this.#options)
    // Not cached, because a weak tag soon becomes a strong one.
    if (!description.etag.startsWith("W/")) {
      if (this.#known.size >= mostKnown) this.#known.clear()
      this.#known.set(key, { size: stats.size, changed, description })
    }
    return description
  }
}
