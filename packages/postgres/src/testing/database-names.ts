import { createHash } from "node:crypto"

/** The length of the random or digested part, in hexadecimal digits. */
const digits = 24

// A user's own database never has such a name, so what has one may be deleted.
const forFile = "trivet_test_"
const forTemplate = "trivet_template_"

/** A new name of a database for one test file. */
export function newDatabaseName(): string {
  return forFile + crypto.randomUUID().replaceAll("-", "").slice(0, digits)
}

/** The name of the database that is copied, which belongs to one role. */
export function templateName(key: string, role: string): string {
  return forTemplate + createHash("sha256").update(`${key} ${role}`).digest("hex").slice(0, digits)
}

/** Regular expressions of PostgreSQL for both kinds of names. */
export const patterns: { readonly file: string; readonly template: string } = {
  file: `^${forFile}[0-9a-f]{${digits}}$`,
  template: `^${forTemplate}[0-9a-f]{${digits}}$`,
}

/** The second key of the advisory lock that belongs to a database: the last 32 bits of its name, signed. */
export function lockOf(name: string): number {
  return Number.parseInt(name.slice(-8), 16) | 0
}

/** SQL for the same number as `pg_locks` shows it. */
export const lockOfName = "('x' || right(datname, 8))::bit(32)::int8::oid"

/** First keys of advisory locks, chosen at random: a database is in use; a template is being made. */
export const locks: { readonly inUse: number; readonly making: number } = {
  inUse: 1_732_640_517,
  making: 1_732_640_518,
}
