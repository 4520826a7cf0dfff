import { catalogue, type CatalogueEntry } from "./catalogue.ts"

/** The stable name of a fault. */
export type FaultCode = keyof typeof catalogue

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` | "" ? never : Name) | Placeholders<Rest>
  : never

type TextOf<Code extends FaultCode> = (typeof catalogue)[Code]["message" | "fix"]

/** What must be told to raise the fault: one text for each placeholder of its message and fix. */
export type FaultDetails<Code extends FaultCode> = Readonly<
  Record<Placeholders<TextOf<Code>>, string | number>
>

/** One failing field. */
export interface FaultIssue {
  readonly path: string
  readonly message: string
}

/** What more is known of a fault: the way that led there, the place in the source, the error behind it. */
export interface FaultExtras {
  readonly chain?: readonly string[]
  readonly where?: string | undefined
  /** The class or function it is about: where it was written is looked up when the fault is reported. */
  readonly subject?: unknown
  readonly cause?: unknown
  /** What is wrong with which field, for faults of validation. */
  readonly issues?: readonly FaultIssue[]
  /** Headers that a reply made of this fault carries. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error that the framework raises. `message` and `fix` are for developers and may name code;
 * only `publicMessage` may reach a client.
 */
export class Fault<Code extends FaultCode = FaultCode> extends Error {
  override readonly name = "Fault"
  readonly code: Code
  readonly status: number
  readonly publicMessage: string | undefined
  readonly fix: string
  readonly details: Readonly<Record<string, string | number>>
  chain: readonly string[]
  where: string | undefined
  declare subject: unknown
  readonly issues: readonly FaultIssue[] | undefined
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(code: Code, details: FaultDetails<Code>, extras: FaultExtras = {}) {
    const entry: CatalogueEntry = catalogue[code]
    super(fill(entry.message, details), extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.status = entry.status
    this.publicMessage = entry.public
    this.fix = fill(entry.fix, details)
    this.details = details
    this.chain = extras.chain ?? []
    this.where = extras.where
    // Not enumerable: a printed fault would show the whole class.
    Object.defineProperty(this, "subject", { value: extras.subject, writable: true })
    this.issues = extras.issues
    this.headers = extras.headers
  }
}

function fill(text: string, details: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in details ? String(details[name]) : whole,
  )
}
