import * as crypto from "node:crypto"

/** The parameters of a hash: memory in KiB, passes over it, and lanes. */
interface Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface Parsed extends Parameters {
  readonly salt: Buffer
  readonly tag: Buffer
}

// Recommended by the OWASP password storage cheat sheet for a server that computes several hashes at once.
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const [saltBytes, tagBytes] = [16, 32]
// The limits for stored hashes. Without them, one row of the database could block the process.
const most: Parameters = { memory: 262_144, passes: 16, parallelism: 16 }
const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/]{11,86})\$([\w+/]{22,86})$/

/** Whether this runtime has argon2id: Node does, from 24.7. */
export function hasArgon2id(): boolean {
  return typeof crypto.argon2 === "function"
}

/** Whether a stored hash is marked as argon2id. */
export function isArgon2id(hashed: string): boolean {
  return hashed.startsWith("$argon2id$")
}

/** Whether a stored hash has other parameters than new ones. */
export function isOldArgon2id(hashed: string): boolean {
  const { memory, passes, parallelism } = parse(hashed)
  return memory !== current.memory || passes !== current.passes || parallelism !== current.parallelism
}

/** The work of a hash: its memory in KiB, times the passes over it. */
export function argon2idWork(hashed: string): number {
  const { memory, passes } = parse(hashed)
  return memory * passes
}

/** Makes a hash in the usual text form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashArgon2id(password: string): Promise<string> {
  const salt = crypto.randomBytes(saltBytes)
  return format(salt, await derive(password, salt, tagBytes, current))
}

/** Whether a password matches a hash. */
export async function verifyArgon2id(password: string, hashed: string): Promise<boolean> {
  const { salt, tag, ...parameters } = parse(hashed)
  return crypto.timingSafeEqual(await derive(password, salt, tag.length, parameters), tag)
}

function derive(password: string, nonce: Buffer, tagLength: number, given: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.argon2("argon2id", { message: password, nonce, tagLength, ...given }, (error, tag) =>
      error === null ? resolve(tag) : reject(error),
    )
  })
}

function parse(hashed: string): Parsed {
  const [, memory, passes, parallelism, salt = "", tag = ""] = form.exec(hashed) ?? []
  const given = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const names = ["memory", "passes", "parallelism"] as const
  if (!names.every((name) => given[name] >= 1 && given[name] <= most[name]))
    throw new Error("A stored password hash begins with $argon2id$ and cannot be read")
  return { ...given, salt: Buffer.from(salt, "base64"), tag: Buffer.from(tag, "base64") }
}

function format(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = current
  const [shownSalt, shownTag] = [salt, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${shownSalt}$${shownTag}`
}

/** A dummy hash that no password matches. Checking it costs the same as a real one. */
export const nobodysArgon2id: string = format(Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))
