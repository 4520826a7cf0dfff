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
  /** Texts that stand on the very line of the subject's source, such as a route's path. */
  readonly marks?: readonly string[]
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

  constructor(code: Code, details: FaultDetails<Code>, extras: FaultExtras = {}) {
    const entry: CatalogueEntry = catalogue[code]
    super(fill(entry.message, details), extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.status = entry.status
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

/** Whether something thrown is a fault. */
export function isFault(thrown: unknown): thrown is Fault {
  return thrown instanceof Fault
}

function fill(text: string, details: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in details ? String(details[name]) : whole,
  )
}
