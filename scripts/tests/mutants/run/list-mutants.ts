import { hash } from "node:crypto"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import type { Mutant } from "../mutant.ts"

/** A mutant with the name of the file that lists it. */
export interface ListedMutant extends Mutant {
  readonly area: string
}

/** The mutants of all areas: each file beside `mutant.ts` lists those of one area. */
export async function listMutants(folder: string = join(import.meta.dirname, "..")): Promise<ListedMutant[]> {
  const listed: ListedMutant[] = []
  for (const file of globSync("*.ts", { cwd: folder }).toSorted()) {
    if (file === "mutant.ts") continue
    const { mutants } = (await import(join(folder, file))) as { readonly mutants: readonly Mutant[] }
    for (const mutant of mutants) listed.push({ ...mutant, area: basename(file, ".ts") })
  }
  return listed
}

/** How many mutants each area has, on one line: `areas: accounts 12, bodies 9`. */
export function describeAreas(listed: readonly ListedMutant[]): string {
  const areas = Map.groupBy(listed, ({ area }) => area)
  return `areas: ${[...areas].map(([area, { length }]) => `${area} ${length}`).join(", ")}`
}

/**
 * About `count` of the mutants that are not slow; the same ones in every run. One of each area, then further ones of the
 * areas with the most mutants for each one taken. Within an area a digest decides, not the place in the list: a new
 * mutant displaces one at most.
 */
export function shortSample(listed: readonly ListedMutant[], count: number): ListedMutant[] {
  const quick = listed.filter(({ slow }) => slow !== true)
  const areas = [...Map.groupBy(quick, ({ area }) => area).values()].map((mutants) => ({
    waiting: mutants.toSorted((one, other) => (digestOf(one) < digestOf(other) ? -1 : 1)),
    size: mutants.length,
    taken: 0,
  }))
  const sample = new Set<ListedMutant>()
  const most = Math.min(Math.max(count, areas.length), quick.length)
  while (sample.size < most) {
    const open = areas.filter(({ waiting }) => waiting.length > 0)
    const next = open.reduce((best, area) => (shareOf(area) > shareOf(best) ? area : best))
    sample.add(next.waiting.shift()!)
    next.taken++
  }
  return quick.filter((mutant) => sample.has(mutant))
}

function shareOf({ size, taken }: { readonly size: number; readonly taken: number }): number {
  return taken === 0 ? Infinity : size / taken
}

function digestOf({ file, search, replace }: Mutant): string {
  return hash("sha256", JSON.stringify([file, search, replace]))
}
