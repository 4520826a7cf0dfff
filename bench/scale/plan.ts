import { table } from "../figures.ts"
import { type Cost, parts } from "./cost.ts"
import { coresOfMachine, loads, mix, utilization } from "./mix.ts"

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
