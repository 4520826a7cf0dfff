import type { Gap } from "./gap.ts"
import { isSameJson, type Resolve, type Schema } from "./schema.ts"

/** The state of a comparison of two schemas. */
export interface Walk {
  readonly place: readonly string[]
  /** Resolves references of each of the two schemas. */
  readonly from: Resolve
  readonly to: Resolve
  /** The pairs that are being compared, from the outside in. */
  readonly open: ReadonlySet<string>
  /** Properties that other alternatives of `from` declare, which a value with this shape may have too. */
  readonly shared: ReadonlySet<string>
  /** Whether defaults are compared: they determine the meaning of an absent value in a request. */
  readonly defaults: boolean
  isUnchanged(from: Schema, to: Schema): boolean
  /** Whether a gap excludes an alternative of `anyOf`. */
  rejects(gap: Gap): boolean
}

/** Finds the schemas under `components` that are equal in both documents, including everything they refer to. */
export function createUnchanged(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Walk["isUnchanged"] {
  const same = new Set(Object.keys(before).filter((name) => isSameJson(before[name], after[name])))
  const leadsToSame = (schema: unknown) =>
    [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].every(([, reference = ""]) => {
      const name = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1]
      return name !== undefined && same.has(name)
    })
  for (let size = -1; size !== same.size;) {
    size = same.size
    for (const name of same) if (!leadsToSame(before[name])) same.delete(name)
  }
  return (from, to) => isSameJson(from, to) && leadsToSame(from)
}
