import type { catalogue, FaultEntry } from "./catalogue.ts"

/** The stable code of a fault that the framework raises. */
export type FaultCode = keyof typeof catalogue

// Of each text by itself: joined texts of a union of entries would be all messages times all fixes.
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` | "" ? never : Name) | Placeholders<Rest>
  : never

/** What a fault must be given: one text or number for each placeholder of its message and fix. */
export type FaultDetails<Entry extends FaultEntry> = Readonly<
  Record<Placeholders<Entry["message" | "fix"]>, string | number>
>

/** One failing field. */
export interface FaultIssue {
  readonly path: string
  readonly message: string
}

/** What else is known about a fault, such as its place in the source and the error that caused it. */
export interface FaultExtras {
  /** What led there, from the outside in. */
  readonly chain?: readonly string[]
  /** The place in the source: `src/posts.ts:7:20`. */
  readonly where?: string | undefined
  /** The class or function it is about: where it was written is looked up when the fault is reported. */
  readonly subject?: unknown
  /** Texts that stand on the very line of the subject's source, such as a route's path. */
  readonly marks?: readonly string[]
  readonly cause?: unknown
  /** What is wrong with which field, for faults of validation. */
  readonly issues?: readonly FaultIssue[]
  /** Headers that a reply made of this fault carries. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error from a catalogue: the framework's, or one made with `defineFaults()`. `message` and `fix` are for developers
 * and may name code; only `publicMessage` may reach a client.
 */
export class Fault<Code extends string = string> extends Error {
  /** For the compiler: without it `instanceof` would give `Fault<any>`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is Fault
  override readonly name = "Fault"
  readonly code: Code
  readonly status: number
  readonly fix: string
  readonly details: Readonly<Record<string, string | number>>
  // Declared only, and set where there is something to say: a printed fault should not end in a list of `undefined`.
  declare readonly publicMessage: string | undefined
  declare where: string | undefined
  declare readonly issues: readonly FaultIssue[] | undefined
  declare readonly headers: Readonly<Record<string, string>> | undefined
  /** What led there, from the outside in. */
  declare chain: readonly string[]
  declare readonly subject: unknown
  declare readonly marks: readonly string[]

  static {
    Object.assign(this.prototype, { chain: [], marks: [] })
  }

  /** `entry` is given by `defineFaults()`; the framework's own codes have theirs in its catalogue. */
  constructor(
    code: Code & FaultCode,
    details: FaultDetails<(typeof catalogue)[Code & FaultCode]>,
    extras: FaultExtras = {},
    entry: FaultEntry = entries === undefined ? bareEntry(code, details) : entries[code]!,
  ) {
    const { stackTraceLimit } = Error
    // What a client has caused tells nothing by its stack, and taking one would be most of the cost of a 404.
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

  /** Says which class or function it is about, and what stands on its line there. */
  about(subject: unknown, marks: readonly string[] = []): void {
    // Not enumerable: a printed fault would show the whole class.
    Object.defineProperty(this, "subject", { value: subject, configurable: true })
    Object.defineProperty(this, "marks", { value: marks, configurable: true })
  }
}

let entries: Readonly<Record<string, FaultEntry>> | undefined

/**
 * Gives faults their status and texts, and returns their class. A contract in a browser's bundle brings no code along
 * that calls this: there a fault has its code and details only.
 */
export function registerCatalogue(catalogued: Readonly<Record<FaultCode, FaultEntry>>): typeof Fault {
  entries = catalogued
  return Fault
}

function bareEntry(code: FaultCode, details: object): FaultEntry {
  return { message: `${code} ${JSON.stringify(details)}`, fix: `See ${code} in docs/faults.md.` }
}

/** Texts of catalogues, in turn a piece and the name of a placeholder. */
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
