import { styleText } from "node:util"
import type { PrintOptions } from "trivet"
import type { Change } from "./change.ts"

/** A change with the position of the route's record. */
export interface PlacedChange extends Change {
  readonly where: string | undefined
}

/** The report of `trivet diff`. */
export interface DiffReport {
  /** The files that were written. */
  readonly written: readonly string[]
  readonly files: readonly {
    readonly file: string
    /** Whether the file matches the application. */
    readonly state: "current" | "outdated" | "missing"
    /** The base of the comparison, or why there was none. */
    readonly base: string
    readonly compared: boolean
    readonly changes: readonly PlacedChange[]
    /** The version of the document. */
    readonly version: string
    /** Why changes may break clients, by the versions of both documents; `undefined` if they may not. */
    readonly allowed: string | undefined
  }[]
}

/** Prints a report: breaking changes first, and their number at the end. */
export function printReport(report: DiffReport, { colors }: Pick<PrintOptions, "colors">): string {
  const paint = (color: "red" | "green", text: string) =>
    colors ? styleText([color, "bold"], text, { validateStream: false }) : text
  const texts = report.written.length === 0 ? [] : [report.written.map((file) => `wrote ${file}`).join("\n")]
  for (const document of report.files) {
    const { file, state, base, compared, changes } = document
    const groups = [...grouped(changes)]
    for (const verdict of ["breaking", "safe"] as const)
      for (const [first, routes] of groups.filter(([one]) => one.verdict === verdict))
        texts.push(describe(first, routes, paint(verdict === "safe" ? "green" : "red", verdict)))
    if (state !== "current")
      texts.push(
        `${paint("red", file)} ${state === "missing" ? "does not exist" : "is not what the application gives now"}\n  fix: run \`npx trivet diff --write\`, and commit ${file}`,
      )
    const count = (verdict: Change["verdict"]) => changes.filter((one) => one.verdict === verdict).length
    texts.push(
      compared
        ? `${file} compared with ${base}: ${count("breaking")} breaking, ${count("safe")} safe${advice(document)}`
        : `${file} not compared: ${base}`,
    )
  }
  return `${texts.join("\n\n")}\n`
}

/**
 * Whether a change fails the command: it breaks clients, and no version allows it. Versions never allow changes of
 * access.
 */
export function isFailing(
  { verdict, place }: Pick<Change, "verdict" | "place">,
  allowed: string | undefined,
): boolean {
  return verdict === "breaking" && (allowed === undefined || place === "security")
}

function advice({ changes, allowed, version }: DiffReport["files"][number]): string {
  if (!changes.some(({ verdict }) => verdict === "breaking")) return ""
  const fails = changes.some((one) => isFailing(one, allowed))
  if (allowed !== undefined)
    return `\n  allowed: ${allowed}${fails ? "\n  not allowed: changes of `security`" : ""}`
  return `\n  if it is meant: raise the major version in openapi(), now ${version}, then run \`npx trivet diff --write\``
}

/** The same change of several routes, such as that of a shared schema, is shown once. */
function grouped(changes: readonly PlacedChange[]): Map<PlacedChange, readonly PlacedChange[]> {
  const keyOf = ({ place, verdict, change, why }: Change) => JSON.stringify([place, verdict, change, why])
  const groups = Object.values(Object.groupBy(changes, keyOf)) as readonly (readonly PlacedChange[])[]
  return new Map(groups.map((group) => [group[0]!, group]))
}

const shown = 5

function describe(
  { place, change, why, fix }: PlacedChange,
  routes: readonly PlacedChange[],
  verdict: string,
): string {
  const left = routes.length - shown
  const names = routes.slice(0, shown).map(({ route, operationId, where }) => {
    return `${route} (${operationId})${where === undefined ? "" : ` at ${where}`}`
  })
  return [
    `${verdict} ${place}: ${change}`,
    ...names.map((name) => `  ${name}`),
    ...(left > 0 ? [`  and ${left} more routes`] : []),
    `  why: ${why}`,
    ...(fix === undefined ? [] : [`  fix: ${fix}`]),
  ].join("\n")
}
