import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { KeptMail } from "../shown-mail.ts"

/**
 * The mails of an application in `node_modules/.trivet/mails.json`, which is in no repository and no package. Without
 * an own `node_modules`, as in a workspace that has only one, mails are kept as long as `trivet dev` runs.
 */
export class MailFile {
  readonly #modules: string
  readonly #folder: string

  /** `folder` is that of the application's `package.json`. */
  constructor(folder: string) {
    this.#modules = join(folder, "node_modules")
    this.#folder = join(this.#modules, ".trivet")
  }

  /** The mails, newest first; none if there is no readable file. */
  read(): readonly KeptMail[] {
    try {
      const read: unknown = JSON.parse(readFileSync(join(this.#folder, "mails.json"), "utf8"))
      return Array.isArray(read) ? read.filter(isMail) : []
    } catch {
      return []
    }
  }

  /** Mails contain links to log in: only this user can read the file. */
  write(mails: readonly KeptMail[]): void {
    try {
      if (!lstatSync(this.#modules).isDirectory()) return
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const file = join(this.#folder, "mails.json")
      // Renamed, so that a crash leaves the old file or the new one.
      writeFileSync(`${file}.new`, JSON.stringify(mails), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // A read-only folder: mails stay in memory.
    }
  }
}

/** A file of another version may have another shape. */
function isMail(value: unknown): value is KeptMail {
  if (typeof value !== "object" || value === null) return false
  const { id, from, subject, text, time, html, ...boxes } = value as Readonly<Record<string, unknown>>
  return (
    [id, from, subject, text].every((one) => typeof one === "string") &&
    ["string", "undefined"].includes(typeof html) &&
    typeof time === "number" &&
    [boxes["to"], boxes["cc"], boxes["bcc"]].every(
      (all) => Array.isArray(all) && all.every((one) => typeof one === "string"),
    )
  )
}
