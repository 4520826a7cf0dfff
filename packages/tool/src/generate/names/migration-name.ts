import { existsSync, readdirSync } from "node:fs"

/**
 * The name of a migration after all others in a folder, numbered like them: `003-posts` after `002-users`, or with a
 * date or time if they begin with one.
 */
export function migrationName(folder: string, name: string, now: Date = new Date()): string {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => /^\d.*\.[cm]?[jt]s$/.test(file))
    : []
  const last = files.toSorted().at(-1) ?? "000"
  const moment = now.toISOString()
  if (/^\d{4}-\d\d/.test(last)) return `${moment.slice(0, 10)}-${name}`
  const digits = /^\d+/.exec(last)![0]
  const next =
    digits.length >= 8 ? moment.replaceAll(/\D/g, "").slice(0, digits.length) : String(Number(digits) + 1)
  return `${next.padStart(digits.length, "0")}-${name}`
}
