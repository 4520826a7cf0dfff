/** What is demanded of one field of a DTO. */
export interface FieldRule {
  readonly name: string
  readonly type: "string" | "number" | "integer" | "boolean"
  readonly required: boolean
  readonly email: boolean
  /** The least number, or the least count of characters (code points) of a text. */
  readonly min: number | undefined
}

/** What is wrong with a field's value, or `undefined`. Absent is fine unless the field is required. */
export function findFlaw(rule: FieldRule, value: unknown): string | undefined {
  if (value === undefined) return rule.required ? "is required" : undefined
  if (rule.type === "string") return findTextFlaw(rule, value)
  if (rule.type === "boolean") return typeof value === "boolean" ? undefined : "must be true or false"
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number"
  if (rule.type === "integer" && !Number.isSafeInteger(value)) return "must be a whole number"
  return rule.min !== undefined && value < rule.min ? `must be at least ${rule.min}` : undefined
}

function findTextFlaw(rule: FieldRule, value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a text"
  // No database takes these, and a driver's error would reach the client as a 500.
  if (value.includes("\0") || !value.isWellFormed()) return "must not hold NUL or half a character"
  if (value === "") return rule.required ? "is required" : undefined
  if (rule.min !== undefined && !hasAtLeast(value, rule.min))
    return `must have at least ${rule.min} characters`
  return rule.email && !isEmail(value) ? "must be an e-mail address" : undefined
}

function hasAtLeast(text: string, count: number): boolean {
  if (text.length < count) return false
  if (text.length >= count * 2) return true
  let seen = 0
  for (const _ of text) if (++seen >= count) return true
  return seen >= count
}

/**
 * One `@` between a local part of at most 64 characters and a host name with a dot, 254 characters in all, no white
 * space or control characters. Whether the address exists only a letter to it can tell.
 */
function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const at = text.indexOf("@")
  if (at < 1 || at > 64 || at !== text.lastIndexOf("@")) return false
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split(".")
  return isLocalPart(local) && labels.length > 1 && labels.every(isHostLabel)
}

function isLocalPart(local: string): boolean {
  if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) return false
  for (let i = 0; i < local.length; i++) {
    const code = local.charCodeAt(i)
    if (code <= 0x20 || code === 0x7f || '()<>[]:;,\\"'.includes(local[i]!)) return false
  }
  return true
}

function isHostLabel(label: string): boolean {
  return label.length <= 63 && /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label)
}
