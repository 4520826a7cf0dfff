import { table } from "../figures.ts"
import { type Cost, parts } from "./cost.ts"
import { coresOfMachine, loads, mix, pricePerCoreHour, utilization } from "./mix.ts"

/** The costs, and what one core carries, as a table. */
export function costTable(costs: readonly Cost[]): string {
  return table(
    ["call", ...parts.map((part) => `µs in ${part}`), "calls a second of one core"],
    costs.map(({ title, micros }) => [
      title,
      ...parts.map((part) => format(micros[part])),
      format(1_000_000 / micros.process),
    ]),
  )
}

/** The cores and machines that each load needs, as a table: of the whole mix, and with the list answered elsewhere. */
export function fleetTable(costs: readonly Cost[]): string {
  const whole = loads.map((load) => rowOf(`${format(load)}/s`, load, costs, mix))
  const { list: _, ...rest } = mix
  const behind = loads.map((load) => rowOf(`${format(load)}/s, list from a CDN`, load, costs, rest))
  return table(
    ["load", ...parts.map((part) => `cores of ${part}`), `machines of ${coresOfMachine} cores for processes`],
    [...whole, ...behind],
  )
}

/** What a million calls cost, as a table: of each kind, and of the mix. */
export function priceTable(costs: readonly Cost[]): string {
  const all = costs.map(({ title, name }) => [title, { [name]: 1 }] as const)
  return table(
    ["a million calls", ...parts.map((part) => `$ for ${part}`), "$ together"],
    [...all, ["the mix of the table above", mix] as const].map(([title, shares]) => {
      // The seconds for which they take one core.
      const prices = coresFor(1_000_000, costs, shares).map(
        (seconds, at) => (seconds / 3_600) * pricePerCoreHour[parts[at]!],
      )
      return [title, ...[...prices, prices.reduce((sum, price) => sum + price, 0)].map(formatPrice)]
    }),
  )
}

/** The cores that a load needs of each part. */
export function coresFor(
  load: number,
  costs: readonly Cost[],
  shares: Readonly<Record<string, number>>,
): number[] {
  return parts.map((part) => {
    const micros = costs.reduce((sum, { name, micros: each }) => sum + (shares[name] ?? 0) * each[part], 0)
    return (load * micros) / 1_000_000 / utilization
  })
}

function rowOf(
  title: string,
  load: number,
  costs: readonly Cost[],
  shares: Readonly<Record<string, number>>,
): string[] {
  const cores = coresFor(load, costs, shares)
  return [title, ...cores.map(format), Math.ceil(cores[0]! / coresOfMachine).toLocaleString("en")]
}

function format(value: number): string {
  if (value >= 10) return Math.round(value).toLocaleString("en")
  return value.toFixed(value >= 1 ? 1 : 2)
}

function formatPrice(dollars: number): string {
  return dollars.toPrecision(2)
}
