import type { ImportStatement } from "./import-statements.ts"
import { type Part, partsWithin, type Syntax } from "./syntax.ts"

/** The record that a file passes to `module()`. */
export interface ModuleRecord {
  /** The index of its opening brace. */
  readonly open: number
  readonly properties: readonly Property[]
}

/** One property of a record. */
export interface Property extends Part {
  /** Its name; `undefined` if it has none, such as a spread. */
  readonly name: string | undefined
  /** The index of the first token after its colon; `undefined` for a method, a getter or a shorthand. */
  readonly value: number | undefined
}

/**
 * The module record of a file: the only one; or the only exported one; or the one whose name matches the file. A text
 * explains why none can be chosen.
 */
export function findRecord(
  syntax: Syntax,
  imports: readonly ImportStatement[],
  fileName: string,
): ModuleRecord | string {
  const names = imports.flatMap((statement) => statement.names)
  const maker = names.find(({ exported }) => exported === "module")?.local
  if (maker === undefined) return "it does not import `module`"
  const calls = callsOf(syntax, maker)
  const exported = calls.filter((call) => call.exported)
  const named = calls.filter(({ name }) => name === fileName)
  const chosen = [calls, exported, named].find((some) => some.length === 1)?.[0]
  if (chosen === undefined)
    return calls.length === 0 ? `it does not call \`${maker}({ … })\`` : "it holds several modules"
  return {
    open: chosen.open,
    properties: partsWithin(syntax, chosen.open).map((part) => propertyOf(syntax, part)),
  }
}

interface Call {
  readonly open: number
  readonly name: string | undefined
  readonly exported: boolean
}

function callsOf({ code }: Syntax, maker: string): readonly Call[] {
  return code.flatMap(({ kind, text }, at) => {
    if (kind !== "word" || text !== maker) return []
    if (code[at + 1]?.text !== "(" || code[at + 2]?.text !== "{") return []
    if ([".", "function"].includes(code[at - 1]?.text ?? "")) return []
    const { name, exported } = constantBefore(code.slice(Math.max(0, at - 12), at).map((token) => token.text))
    return [{ open: at + 2, name, exported }]
  })
}

/** Parses `export const AppModule: Module =` backwards. */
function constantBefore(texts: readonly string[]): {
  readonly name: string | undefined
  readonly exported: boolean
} {
  const at = texts.lastIndexOf("const")
  if (texts.at(-1) === "default") return { name: undefined, exported: true }
  const isDeclared = at !== -1 && texts.at(-1) === "=" && texts.indexOf("=", at) === texts.length - 1
  return isDeclared
    ? { name: texts[at + 1], exported: texts[at - 1] === "export" }
    : { name: undefined, exported: false }
}

function propertyOf({ code }: Syntax, part: Part): Property {
  const [first, second] = [code[part.first]!, code[part.first + 1]]
  const isName = first.kind === "word" || first.kind === "string"
  if (isName && second?.text === ":" && part.last > part.first + 1) {
    const name = first.kind === "string" ? first.text.slice(1, -1) : first.text
    return { ...part, name, value: part.first + 2 }
  }
  // A shorthand, a method `imports() {}`, a getter `get imports() {}` or an async method: the last word before `(`.
  const call = code.slice(part.first, part.last + 1).findIndex(({ text }) => text === "(")
  const named = code[call === -1 ? part.last : part.first + call - 1]
  return {
    ...part,
    name: named?.kind === "word" && first.text !== "..." ? named.text : undefined,
    value: undefined,
  }
}
