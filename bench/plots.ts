import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { drawPlot } from "./plots/draw-plot.ts"
import { blockOf, fillPage, withSave } from "./plots/page.ts"
import { plots } from "./plots/all-plots.ts"
import { speedParagraph } from "./plots/speed-paragraph.ts"
import { findResult, type MeasuredCase, type Result } from "./result.ts"

const root = join(import.meta.dirname, "..")

/** The page that shows the plots. */
export const pagePath = "docs/why/benchmarks.md"
/** It names a few of the figures. */
export const readmePath = "README.md"

/** The two pages as they are. */
export interface PlotPages {
  readonly page: string
  readonly readme: string
}

/** What the results give: each file's text by its path in the repository. */
export function plotFiles(
  { page, readme }: PlotPages,
  find: (bench: string) => Result | undefined = findResult,
): ReadonlyMap<string, string> {
  const drawn = plots.flatMap((one) => {
    const result = find(one.bench)
    return result === undefined ? [] : [[svgPath(one.name), drawPlot(one.plot(result))] as const]
  })
  const blocks = new Map(plots.map((one) => [one.name, blockOf(one, find(one.bench))]))
  const speed = new Map([["speed", speedParagraph(find("http"))]])
  return new Map([...drawn, [pagePath, fillPage(page, blocks)], [readmePath, fillPage(readme, speed)]])
}

/** For each plot, when and on which commit it was measured, and the command that measures it again. */
export function listRuns(find: (bench: string) => Result | undefined = findResult): string[] {
  const width = Math.max(...plots.map(({ name }) => name.length))
  return plots.map((one) => {
    const result = find(one.bench)
    const runs = result === undefined ? [] : [...new Set(one.cases(result).map(dayAndCommit))]
    const measured = runs.length === 0 ? "not measured" : runs.join(", ")
    return `${one.name.padEnd(width)}  ${measured}  ${withSave(one.command)}`
  })
}

function dayAndCommit({ date = "no date", commit = "no commit" }: MeasuredCase): string {
  return `${date} ${commit}`
}

function svgPath(name: string): string {
  return `docs/why/plots/${name}.svg`
}

// node bench/plots.ts           lists the plots: when and on which commit each was measured, and with which command
// node bench/plots.ts --write   draws the result files, and puts their figures on the pages
if (import.meta.main) {
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  if (process.argv.includes("--write"))
    for (const [path, text] of plotFiles({ page: read(pagePath), readme: read(readmePath) })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
      console.log(path)
    }
  else for (const line of listRuns()) console.log(line)
}
