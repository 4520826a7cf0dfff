import { excerpt } from "../judge/excerpt.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import type { Channel, Leak } from "./marked-texts.ts"
import type { Act } from "./people.ts"
import type { Statements } from "./statements.ts"

/** What the application does with a text, before the name of the reader. */
const verbs: Readonly<Record<Channel, string>> = {
  reply: "answers",
  stream: "streams to",
  socket: "sends on the socket of",
  mail: "mails to",
  job: "gives to a job of",
  log: "logs in a call of",
}

/** Describes a leak: who got what of whom, by which calls, and the statements that read it. */
export function describeLeak(
  { mark, writing, reader, route, ...leak }: Leak,
  found: Statements,
): FuzzProblem {
  const { channel, reading, before = [] } = leak
  const preposition = channel === "reply" ? " with" : ""
  const after =
    before.length === 0 ? "" : `, after: ${before.map(({ route: one }) => routeTitle(one)).join(", ")}`
  const steps = [
    ...before.map(stepOf),
    stepOf(writing),
    `\`${reader.name}\` of another account: ${gotBy(reading, channel)} … ${excerpt(around(leak.text, mark), 200)}`,
  ]
  return {
    kind: "leak",
    route: routeTitle(route),
    title: `${verbs[channel]} \`${reader.name}\`${preposition} ${whatOf(writing)}${after}`,
    evidence: [
      ...steps.map((step, at) => `${at + 1}. ${step}`),
      ...statementsOf(found.between(writing.call, reading?.call)),
    ].join("\n"),
    ...(originOf(channel, before) !== "" && { origin: originOf(channel, before) }),
  }
}

/** Leaks of one route are told apart by this. */
function originOf(channel: Channel, before: readonly Act[]): string {
  return [...(channel === "reply" ? [] : [channel]), ...before.map(({ route }) => routeTitle(route))].join(
    " ",
  )
}

function whatOf({ person, route }: Leak["writing"]): string {
  return route === undefined
    ? `the address of \`${person.name}\` of another account`
    : `a text that only \`${person.name}\` of another account wrote`
}

function stepOf({ person, shown }: Pick<Act, "person" | "shown">): string {
  return `\`${person.name}\`: ${shown}`
}

function gotBy(reading: Act | undefined, channel: Channel): string {
  return reading === undefined ? `a ${channel}` : reading.shown
}

function statementsOf(lines: readonly string[] | undefined): readonly string[] {
  if (lines === undefined) return []
  if (lines.length > 0) return lines.map((line) => `read by ${line}`)
  return ["read by no statement of that call: the text was kept in memory or elsewhere"]
}

/** The part of a text that begins at most 80 characters before a mark, in its line. */
function around(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return text.slice(Math.max(text.lastIndexOf("\n", at) + 1, at - 80))
}
