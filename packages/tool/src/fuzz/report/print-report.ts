import { styleText } from "node:util"
import type { PrintOptions } from "trivet"
import type { FuzzCall } from "../call/fuzz-call.ts"
import type { Finding, FuzzReport } from "./finding.ts"
import { excerpt } from "../judge/excerpt.ts"

/** Prints a report: the findings, the phases, and how to repeat the run. */
export function printReport(report: FuzzReport, { colors }: Pick<PrintOptions, "colors">): string {
  const paint = (color: "red" | "green", text: string) =>
    colors ? styleText([color, "bold"], text, { validateStream: false }) : text
  const findings = report.findings.map((finding) => describe(finding, paint("red", finding.kind)))
  const phases = report.phases.map(
    ({ name, seconds, calls, note }) =>
      `  ${name.padEnd(16)} ${String(calls).padStart(6)} calls ${seconds.toFixed(1).padStart(5)} s${note === undefined ? "" : `  ${note}`}`,
  )
  const count = report.findings.length
  const result = paint(count === 0 ? "green" : "red", `${count} finding${count === 1 ? "" : "s"}`)
  const saved = count === 0 || report.findings.every(({ file }) => file !== undefined)
  const hint = saved
    ? []
    : ["Write a test file for each finding: npx trivet fuzz --save tests/fuzz --seed " + report.seed]
  return `${[
    ...findings,
    phases.join("\n"),
    ...(report.failure === undefined ? [] : [`${paint("red", "failed")}: ${report.failure}`]),
    [
      `${result}: ${report.routes} routes, ${report.calls} calls, ${report.seconds} s, seed ${report.seed}`,
      ...hint,
    ].join("\n"),
  ].join("\n\n")}\n`
}

function describe({ route, title, evidence, where, recipe, fix, file }: Finding, kind: string): string {
  const indent = (text: string) => text.replaceAll(/^/gm, "  | ")
  const calls = recipe.calls ?? []
  return [
    `${kind} ${route}${where === undefined ? "" : ` at ${where}`}`,
    `  ${title}`,
    indent(evidence),
    ...(calls.length === 0 ? [] : ["  calls:", ...calls.map((call, at) => `    ${at} ${callText(call)}`)]),
    ...(recipe.phase === undefined ? [] : [`  repeat: npx trivet fuzz --only "${recipe.phase}"`]),
    `  fix: ${fix}`,
    ...(file === undefined ? [] : [`  test: ${file}`]),
  ].join("\n")
}

/** One line of a call. */
function callText({ method, path, target, params, query, headers, json, form, text, as }: FuzzCall): string {
  const filled = path.replace(/:(\w+)|\*/g, (name, key: string | undefined) => params?.[key ?? "*"] ?? name)
  const asked = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ).toString()
  const body =
    json !== undefined
      ? JSON.stringify(json)
      : form !== undefined
        ? new URLSearchParams(form).toString()
        : text
  const sent = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return excerpt(
    [
      `${method} ${target ?? filled}${asked === "" ? "" : `?${asked}`}`,
      ...(as === undefined ? [] : [`as ${as}`]),
      ...sent.map((line) => `[${line}]`),
      ...(body === undefined ? [] : [body]),
    ].join(" "),
    300,
  )
}
