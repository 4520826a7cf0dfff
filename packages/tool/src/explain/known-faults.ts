import { readFileSync } from "node:fs"

/** A fault of Trivet or of one of its packages, from its catalogue. */
export interface KnownFault {
  readonly code: string
  /** The package that raises it. */
  readonly package: string
  readonly status: number
  /** The message that a client gets. */
  readonly client: string
  /** With placeholders such as `{name}` for values that are known only at run time. */
  readonly message: string
  readonly fix: string
  readonly page: string
}

let known: ReadonlyMap<string, KnownFault> | undefined

/** All faults by their code, from the file that `scripts/faults.ts --write` writes. */
export function knownFaults(): ReadonlyMap<string, KnownFault> {
  known ??= new Map(
    (
      JSON.parse(readFileSync(new URL("../../faults.json", import.meta.url), "utf8")) as readonly KnownFault[]
    ).map((fault) => [fault.code, fault]),
  )
  return known
}
