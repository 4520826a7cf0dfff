import type { Exchange, Given, Value } from "./exchange.ts"

/** The origin of a value: the reply of an earlier call. */
export interface Origin {
  /** The index of that call. */
  readonly step: number
  readonly given: Given
}

/** Whether a value is unlikely to occur twice by chance. */
function isTelling({ text, name }: Value): boolean {
  return text.length >= 8 || (text !== "" && isId(name))
}

/**
 * The reply from which a value was taken: the first one that contains it, preferably of a call that changed something.
 * A reply that only repeats its own request does not count.
 */
export function findOrigin(
  all: readonly Exchange[],
  before: number,
  value: Value,
  among: (step: number) => boolean = () => true,
): Origin | undefined {
  if (!isTelling(value)) return undefined
  const origins = all.slice(0, before).flatMap(({ given, sent }, step) => {
    if (!among(step) || sent.some(({ text }) => text === value.text)) return []
    const found = given.find((one) => one.text === value.text && isTelling(one))
    return found === undefined ? [] : [{ step, given: found }]
  })
  return origins.find(({ step }) => all[step]!.isChange) ?? origins[0]
}

/**
 * The calls that a call depends on, in order, with the call itself last: those whose replies provided its values, those
 * that changed what it names or shows, and the dependencies of these.
 */
export function findSteps(all: readonly Exchange[], target: number): readonly number[] {
  const steps = new Set<number>()
  const add = (at: number): void => {
    if (steps.has(at)) return
    steps.add(at)
    for (const value of all[at]!.sent) {
      const origin = findOrigin(all, at, value)
      if (origin === undefined) continue
      add(origin.step)
      // Also changes to the same object under another name: a key is revoked by its id.
      if (at === target)
        for (let between = origin.step + 1; between < at; between++)
          if (all[between]!.isChange && namesIdOf(all[between]!, all[origin.step]!)) add(between)
    }
    for (let earlier = 0; earlier < at; earlier++)
      if (dependsOn(all[at]!, all[earlier]!, at === target)) add(earlier)
  }
  add(target)
  return [...steps].toSorted((a, b) => a - b)
}

/** Whether a call names an id from another call's reply. */
function namesIdOf(later: Exchange, earlier: Exchange): boolean {
  const ids = earlier.given.filter(({ name, text }) => isId(name) && text.length >= 8).map(({ text }) => text)
  return later.sent.some(({ text }) => ids.includes(text))
}

function isId(name: string): boolean {
  return /(?:^|_)id$|Id$/.test(name)
}

function dependsOn(later: Exchange, earlier: Exchange, isTarget: boolean): boolean {
  const { status } = later.call
  const isRepeated = isTarget && status === 429 && isSameRoute(later, earlier)
  if (!earlier.isChange && !isRepeated) return false
  // A rejected call may have lost its credentials, for example by a logout.
  const isRejected = isTarget && (status === 401 || status === 403)
  const counts = (value: Value) =>
    value.text.length >= 4 && !/password/i.test(value.name) && (isRejected || !value.isCredential)
  const sent = earlier.sent.filter(counts)
  if (later.sent.some((value) => counts(value) && sent.some(({ text }) => text === value.text))) return true
  if (!isTarget) return false
  const given = earlier.given.filter((value) => !value.isCredential && value.text.length >= 8)
  return [...sent, ...given].some(({ text }) => later.text.includes(text))
}

function isSameRoute(one: Exchange, other: Exchange): boolean {
  return one.call.method === other.call.method && one.call.pattern === other.call.pattern
}
