import { styleText } from "node:util"
import type { PrintOptions } from "trivet"
import type { CallExplanation } from "trivet/extend"
import type { ServiceBehind } from "./services-behind.ts"

/** The explanation of a call, with the services behind the route that answers it. */
export interface ExplainedCall extends Omit<CallExplanation, "answer"> {
  readonly answer: CallExplanation["answer"] | "refused"
  /** Why the Node engine rejects the path before routing. */
  readonly refused: string | undefined
  readonly handler:
    | {
        readonly name: string
        readonly where: string | undefined
        readonly declaredAt: string | undefined
        readonly module: string
        readonly deprecated: string | undefined
      }
    | undefined
  /** In the order in which they run. */
  readonly middlewares: readonly {
    readonly name: string
    readonly where: string | undefined
    readonly provides: readonly string[]
  }[]
  readonly services: readonly ServiceBehind[]
}

type Candidate = CallExplanation["tiers"][number]["candidates"][number]

/** Prints an explanation. */
export function printExplanation(call: ExplainedCall, { colors }: Pick<PrintOptions, "colors">): string {
  const bold = (text: string) => (colors ? styleText("bold", text, { validateStream: false }) : text)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [`${call.method} ${call.path}`, [answerLine(call)]],
    // Numbered as shown: a tier without candidates is omitted.
    ...call.tiers
      .filter(({ candidates }) => candidates.length > 0)
      .map(
        ({ tier, candidates }, at) => [`${at + 1}. ${tierTitle(tier)}`, candidateLines(candidates)] as const,
      ),
    ["Parameters", Object.entries(call.params).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)],
    ["Deprecated", [call.handler?.deprecated ?? []].flat()],
    ["Middlewares, in order", call.middlewares.map(middlewareLine)],
    ["Services behind it", call.services.map(serviceLine)],
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [bold(title), ...lines.map((line) => `  ${line}`), ""].join("\n"))
    .join("\n")
}

function answerLine(call: ExplainedCall): string {
  const others = call.methods.length === 0 ? "" : `; the path exists for ${call.methods.join(", ")}`
  if (call.answer === "refused") return `400: ${call.refused}, so the Node engine refuses it`
  if (call.answer === "malformed") return "400: the path holds a malformed percent escape"
  if (call.answer === "not found") return `404: no route matches${others}`
  if (call.answer === "method not allowed") return `405: no route matches${others}`
  const from = call.searched === call.method ? "" : ` (${call.method} is answered from ${call.searched})`
  const { name, where, module } = call.handler ?? { name: "", where: undefined, module: "" }
  return `${call.searched} ${call.route}${from} → ${name}${place(where)}, module ${module}`
}

function tierTitle(tier: string): string {
  return { exact: "Exact paths", pattern: "Patterns", wildcard: "Wildcards" }[tier] ?? tier
}

const shown = 12

/** Those that match, and the first of the others: an application may have hundreds. `--json` lists all. */
function candidateLines(candidates: readonly Candidate[]): readonly string[] {
  const matching = candidates.filter(({ outcome }) => outcome !== "no match")
  const others = candidates.filter(({ outcome }) => outcome === "no match")
  const left = others.length - shown
  const rest = left > 0 ? [`… and ${left} more that do not match`] : []
  return [...matching, ...others.slice(0, shown)].map(candidateLine).concat(rest)
}

function candidateLine({ path, controller, outcome, reason }: Candidate): string {
  const mark = { won: "✓", lost: "–", "no match": "✗" }[outcome]
  return `${mark} ${path} of ${controller}: ${reason}`
}

function middlewareLine({ name, where, provides }: ExplainedCall["middlewares"][number], at: number): string {
  const given = provides.length === 0 ? "" : `, provides ${provides.join(", ")}`
  return `${at + 1}. ${name}${place(where)}${given}`
}

function serviceLine({ name, module, where, askedBy }: ServiceBehind): string {
  return `${name}${place(where)}, module ${module}, for ${askedBy.join(", ")}`
}

function place(where: string | undefined): string {
  return where === undefined ? "" : ` (${where})`
}
