import { bodies } from "./bodies.ts"
import type { FramingCase } from "./framing-case.ts"
import { heads } from "./heads.ts"

/** Every attack on the framing of HTTP that is one message and its reply. */
export const framingCases: readonly FramingCase[] = [...heads, ...bodies].toSorted(
  (one, other) => one.line - other.line,
)
