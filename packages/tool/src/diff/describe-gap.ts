import { newRoute, type RouteChange } from "./change.ts"
import type { Gap } from "./schema/gap.ts"

/** Whether a client sends or receives the value. */
export type Direction = "request" | "reply"

interface TimedGap extends Gap {
  readonly was: unknown
  readonly is: unknown
}

/** Describes a difference between two schemas as a change of a route. */
export function describeGap(
  gap: TimedGap,
  verdict: RouteChange["verdict"],
  { place, direction }: { readonly place: string; readonly direction: Direction },
): RouteChange {
  const where = gap.place.reduce((path, step) => path + (step.startsWith("[") ? step : `.${step}`), place)
  const isUndecided = verdict === "breaking" && gap.undecided === true
  const [change, why, fix] = verdict === "safe" ? safeTexts(gap, direction) : breakingTexts(gap, direction)
  return {
    place: where,
    verdict,
    change,
    why: isUndecided ? `cannot be decided, so it counts as breaking: ${why}` : why,
    ...(fix !== undefined && { fix }),
  }
}

type Texts = readonly [change: string, why: string, fix?: string]

function breakingTexts(gap: TimedGap, direction: Direction): Texts {
  const { rule } = gap
  if (direction === "reply") {
    if (rule === "required")
      return [
        "no longer always present",
        "clients that read it find nothing",
        `keep the field in every reply, or ${newRoute}`,
      ]
    return [
      changed(gap),
      "clients get values that they could not get before",
      `return only what was possible before, under a new name what is new, or ${newRoute}`,
    ]
  }
  if (rule === "required")
    return ["required now", "requests without it are rejected", "make it optional, or give it a default"]
  if (rule === "ignored")
    return [
      "no longer read",
      "what clients send is dropped without an error",
      `keep the field, or ${newRoute}`,
    ]
  if (rule === "default") return [changed(gap), "an absent value means something else", "restore the default"]
  if (rule === "read as")
    return [changed(gap), "the text in the request becomes another value", `keep the type, or ${newRoute}`]
  return [
    changed(gap),
    "requests that were valid are rejected",
    `accept what was accepted before, or ${newRoute}`,
  ]
}

function safeTexts(gap: TimedGap, direction: Direction): Texts {
  const { rule, was } = gap
  if (direction === "request") {
    if (rule === "required") return ["optional now", "requests with it are still valid"]
    if (rule === "ignored") return ["new, optional", "requests without it are still valid"]
    return [changed(gap), "everything that was valid still is"]
  }
  if (rule === "required") return ["always present now", "clients had to expect it"]
  if (rule === "ignored")
    return was === true
      ? ["no longer declared", "it was optional, so clients had to expect its absence"]
      : ["new", "clients ignore fields that they do not know"]
  return [changed(gap), "clients had to expect all of this before"]
}

function changed({ rule, was, is }: TimedGap): string {
  return `${rule}: ${quotedValue(was)} → ${quotedValue(is)}`
}

function quotedValue(value: unknown): string {
  if (value === undefined || value === "") return "none"
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
