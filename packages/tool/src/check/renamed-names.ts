/** A public name that applications import, and that the entry point does not have any more. */
export interface RenamedName {
  /** The entry point: `trivet`, `@trivet/auth/openid`. */
  readonly from: string
  readonly name: string
  /** The first version without it. */
  readonly since: string
  /** What to write instead, as a sentence: "Write `requestLog`." */
  readonly fix: string
}

/**
 * Every name that was public in a release and is not any more. `npm run release` reports one that is missing here. Options
 * are not names: `checkOptions()` gets the renamed ones where the function is.
 */
export const renamedNames: readonly RenamedName[] = []
