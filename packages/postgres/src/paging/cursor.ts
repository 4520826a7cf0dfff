import { timingSafeEqual } from "node:crypto"
import { fault } from "../faults.ts"
import type { KeyedHash } from "./keyed-hash.ts"

/** The values of the keys of one row, as PostgreSQL writes them. */
export type Position = readonly (string | null)[]

const version = "1"
/** 132 bits in base64url. */
const sealLength = 22
const start = version.length + sealLength
/** What `paged()` accepts. */
const maxLength = 4_000

/**
 * Writes a position as a cursor: a version, a seal, and the position as base64url of JSON. The seal is a keyed hash of all this
 * and of `scope`, the text of the query, so a cursor opens for this query only. Clients can read its values.
 */
export function sealCursor(hash: KeyedHash, scope: string, position: Position): string {
  const cursor = cursorOf(hash, scope, JSON.stringify(position))
  if (cursor.length > maxLength) throw fault("PAGE_KEY_TOO_LONG", { length: cursor.length, max: maxLength })
  return cursor
}

/** Opens a cursor. Throws a fault that becomes 400 if it is not one, or one of another query, key or version. */
export function openCursor(hash: KeyedHash, scope: string, cursor: string): Position {
  const text = Buffer.from(cursor.slice(start), "base64url").toString()
  // Compared whole: the decoder accepts other spellings of the same bytes.
  const [given, wanted] = [Buffer.from(cursor), Buffer.from(cursorOf(hash, scope, text))]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw fault("CURSOR_INVALID", {})
  return JSON.parse(text) as Position
}

function cursorOf(hash: KeyedHash, scope: string, text: string): string {
  // Neither JSON text contains a line break, so no part of one can be taken for the other.
  const seal = hash(`${version}\n${scope}\n${text}`).slice(0, sealLength)
  return `${version}${seal}${Buffer.from(text).toString("base64url")}`
}
