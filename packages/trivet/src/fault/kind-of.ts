/** Describes a value for a fault: "a plain object", "the class `Posts`", "`undefined`". */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === "boolean") return `\`${String(value)}\``
  if (Array.isArray(value)) return "an array"
  if (value instanceof Promise) return "a promise"
  if (typeof value === "object") return describeObject(value)
  if (typeof value === "function") return describeFunction(value)
  if (typeof value === "string") return `the text ${JSON.stringify(value)}`
  return `the ${typeof value} ${(value as number | bigint | symbol).toString()}`
}

/** Whether a value was written with `class`: ordinary functions can be called with `new` too. */
export function isClass(value: unknown): boolean {
  return typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value))
}

function describeFunction(value: { readonly name: string }): string {
  const kind = isClass(value) ? "class" : "function"
  return value.name === "" ? `a ${kind} without a name` : `the ${kind} \`${value.name}\``
}

function describeObject(value: object): string {
  const made: unknown = value.constructor
  const name = typeof made === "function" && made !== Object ? made.name : ""
  return name === "" ? "a plain object" : `an instance of \`${name}\``
}

/** The message of a thrown value, without a final period. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.replace(/\.$/, "")
}
