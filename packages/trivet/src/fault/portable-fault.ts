import { callerOf } from "./place/caller-of.ts"
import type { catalogue, FaultEntry } from "./catalogue.ts"
import type { FaultCode, FaultDetails } from "./fault-code.ts"
import { raiseWith } from "./raise.ts"

/** One invalid field. */
export interface FaultIssue {
  /** The field, such as `author.email`; empty for the value as a whole. */
  readonly path: string
  /** What is wrong with it, without a subject: `is required`. */
  readonly message: string
  /** A name of the reason that stays the same, such as `required` or `min=3`, if the schema gives one. */
  readonly code?: string
}

/** Optional properties of a fault. */
export interface FaultExtras {
  /** The path through the application that leads to the fault, outermost name first: `["Cart", "Stock"]`. */
  readonly chain?: readonly string[]
  /** The place in the source: `src/posts.ts:7:20`. */
  readonly where?: string | undefined
  /** The class or function that the fault is about. Its place in the source is looked up when the fault is reported. */
  readonly subject?: unknown
  /** Texts that the line in the source of `subject` contains, such as a route's path. They make the place exact. */
  readonly marks?: readonly string[]
  /** The error that caused the fault. */
  readonly cause?: unknown
  /** The invalid fields, for faults of validation. */
  readonly issues?: readonly FaultIssue[]
  /** Headers for the reply, if the fault ends a request. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A catalogued error: one of the framework, or one made with `defineFaults()`. `message` and `fix` are for developers
 * and may name code. A client gets only `publicMessage`, and 500 if there is none.
 */
export class Fault<Code extends string = string> extends Error {
  /** For the compiler: `instanceof` narrows to `Fault` instead of `Fault<any>`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is Fault
  override readonly name = "Fault"
  /** The code in the catalogue. */
  readonly code: Code
  /** The HTTP status of the reply, if the fault ends a request. */
  readonly status: number
  /** What to do, as an instruction. */
  readonly fix: string
  /** The values of the placeholders. */
  readonly details: Readonly<Record<string, string | number>>
  // Declared without a value and set only if present, so that a printed fault has no list of `undefined` fields.
  /** The message for the client. */
  declare readonly publicMessage: string | undefined
  /** The place in the source: `src/posts.ts:7:20`. */
  declare where: string | undefined
  /** The invalid fields, for faults of validation. */
  declare readonly issues: readonly FaultIssue[] | undefined
  /** Headers for the reply. */
  declare readonly headers: Readonly<Record<string, string>> | undefined
  /** The path through the application that leads to the fault, outermost name first. */
  declare chain: readonly string[]
  /** The class or function that the fault is about. */
  declare readonly subject: unknown
  /** Texts that the line in the source of `subject` contains. */
  declare readonly marks: readonly string[]

  /** Makes a fault of the framework. For your own faults use `defineFaults()`, which passes `entry`. */
  constructor(
    code: Code & FaultCode,
    details: FaultDetails<(typeof catalogue)[Code & FaultCode]>,
    extras: FaultExtras = {},
    entry: FaultEntry = entries === undefined ? bareEntry(code, details) : entries[code]!,
  ) {
    const { stackTraceLimit } = Error
    // No stack for errors of clients: it has no use, and capturing it would be most of the cost of a 404.
    if (entry.status !== undefined && entry.status < 500) Error.stackTraceLimit = 0
    super(fill(entry.message, details), extras.cause === undefined ? undefined : { cause: extras.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.status = entry.status ?? 500
    this.fix = fill(entry.fix, details)
    this.details = details
    if (entry.public !== undefined) this.publicMessage = entry.public
    if (extras.where !== undefined) this.where = extras.where
    if (extras.issues !== undefined) this.issues = extras.issues
    if (extras.headers !== undefined) this.headers = extras.headers
    if (extras.chain !== undefined) this.chain = extras.chain
    if (extras.subject !== undefined) this.about(extras.subject, extras.marks)
  }

  /** Sets `subject` and `marks`. */
  about(subject: unknown, marks: readonly string[] = []): void {
    // Not enumerable: a printed fault would show the whole class.
    Object.defineProperty(this, "subject", { value: subject, configurable: true })
    Object.defineProperty(this, "marks", { value: marks, configurable: true })
  }
}

let entries: Readonly<Record<string, FaultEntry>> | undefined

/** Sets the status and texts of faults, and returns their class. Bundlers omit the catalogue if nothing calls this. */
export function registerCatalogue(catalogued: Readonly<Record<FaultCode, FaultEntry>>): typeof Fault {
  entries = catalogued
  // Not in the class, because bundlers would then keep the class even if nothing throws a fault.
  Object.assign(Fault.prototype, { chain: [], marks: [] })
  raiseWith((code, details, caller) => {
    const fault = new Fault(code, details)
    fault.where = callerOf(caller, fault.stack)
    return fault
  })
  return Fault
}

/** The entry in a browser's bundle without the catalogue, whose packages may still throw a fault. */
function bareEntry(code: FaultCode, details: object): FaultEntry {
  return { message: `${code} ${JSON.stringify(details)}`, fix: `See ${code} in docs/reference/faults.md.` }
}

/** Texts of catalogues, split into alternating pieces and names of placeholders. */
const pieces = new Map<string, readonly string[]>()

function fill(text: string, details: Readonly<Record<string, string | number>>): string {
  let parts = pieces.get(text)
  if (parts === undefined) pieces.set(text, (parts = text.split(/\{(\w+)\}/)))
  let filled = parts[0]!
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at]!
    filled += (name in details ? String(details[name]) : `{${name}}`) + parts[at + 1]!
  }
  return filled
}
