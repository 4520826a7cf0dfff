import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { drawPlot } from "./plots/draw-plot.ts"
import { blockOf, fillPage } from "./plots/page.ts"
import { plots } from "./plots/all-plots.ts"
import { findResult, type Result } from "./result.ts"

const root = join(import.meta.dirname, "..")

/** The page that shows the plots. */
export const pagePath = "docs/why/benchmarks.md"

/** What the results give: each file's text by its path in the repository. */
export function plotFiles(
  page: string,
  find: (bench: string) => Result | undefined = findResult,
): ReadonlyMap<string, string> {
  const drawn = plots.flatMap((one) => {
    const result = find(one.bench)
    return result === undefined ? [] : [[svgPath(one.name), drawPlot(one.plot(result))] as const]
  })
  const blocks = new Map(plots.map((one) => [one.name, blockOf(one, find(one.bench))]))
  return new Map([...drawn, [pagePath, fillPage(page, blocks)]])
}

function svgPath(name: string): string {
  return `docs/why/plots/${name}.svg`
}

// node bench/plots.ts --write: draws the result files, and puts their figures on the page.
if (import.meta.main) {
  if (!process.argv.includes("--write")) {
    console.error("Usage: node bench/plots.ts --write")
    process.exit(2)
  }
  for (const [path, text] of plotFiles(readFileSync(join(root, pagePath), "utf8"))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(path)
  }
}
