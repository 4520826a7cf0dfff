import { raise } from "../../fault/raise.ts"
import type { Pattern } from "./dto-fields.ts"

/**
 * Makes a field of a text that an expression must match: `dto({ plate: pattern(/^[A-Z]{2}-\d{1,4}$/, { max: 7 }) })`. The
 * expression is tested only on texts of at most `max` characters. It may have the flags `u` and `v`: JSON Schema has no
 * others.
 */
export function pattern(form: RegExp, { max }: { readonly max: number }): Pattern {
  const hasFlags = /[^uv]/.test(form.flags)
  if (!hasFlags && Number.isSafeInteger(max) && max > 0) return { form, max }
  const reason = hasFlags
    ? `\`${form.flags}\` are flags, which JSON Schema has not`
    : "`max` must be a whole number above 0"
  return raise("FIELD_INVALID", { field: "pattern()", reason }, "pattern")
}
