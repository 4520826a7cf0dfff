import type { Observation } from "../target/fuzz-target.ts"
import { excerpt } from "../judge/excerpt.ts"

/** A statement of a call, and the application's line that sent it. */
interface Statement {
  readonly text: string
  readonly place: string
}

const tables = /\b(?:insert\s+into|update|from|join)\s+"?([\w.]+)"?/gi
const mostShown = 3

/** The statements of calls, by the ids of the calls. */
export class Statements {
  readonly #byCall = new Map<string, Statement[]>()

  add({ call = "", text, place = "" }: Observation): void {
    this.#byCall.set(call, [...(this.#byCall.get(call) ?? []), { text, place }])
  }

  /**
   * The statements with which one call reads tables that another has written, one per line; none if it reads none of
   * them. `undefined` if the other call wrote to no table.
   */
  between(writing: string | undefined, reading: string | undefined): readonly string[] | undefined {
    const written = this.#of(writing)
      .filter(({ text }) => !isReading(text))
      .flatMap(tablesIn)
    if (written.length === 0 || reading === undefined) return undefined
    const found = this.#of(reading).filter((one) => tablesIn(one).some((table) => written.includes(table)))
    const lines = found.map(({ text, place }) => `${place}: ${excerpt(text, 160)}`)
    return [...new Set(lines)].slice(0, mostShown)
  }

  #of(call: string | undefined): readonly Statement[] {
    return call === undefined ? [] : (this.#byCall.get(call) ?? [])
  }
}

function isReading(text: string): boolean {
  return /^\s*select\b/i.test(text)
}

function tablesIn({ text }: Pick<Statement, "text">): readonly string[] {
  return [...text.matchAll(tables)].map(([, name]) => name!.toLowerCase())
}
