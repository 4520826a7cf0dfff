import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { listRuns, pagePath, plotFiles, readmePath } from "./plots.ts"
import { plots } from "./plots/all-plots.ts"
import { drawPlot } from "./plots/draw-plot.ts"
import { handWritten } from "./plots/page.ts"
import { findResult, type Result } from "./result.ts"
import { resultText } from "./save-result.ts"

const root = join(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const found = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll("\\", "/"))
const pages = { page: read(pagePath), readme: read(readmePath) }
const { page } = pages
const measured = plots.filter(({ bench }) => findResult(bench) !== undefined)

/** The result with another figure in each row of Trivet's; in each row of the others where they are compared with it. */
function falsified(result: Result): Result {
  const isOwn = (name: string) => /^(trivet|hello)/i.test(name)
  return {
    ...result,
    cases: result.cases.map((one) => ({
      ...one,
      measures: one.measures.map((measure) => ({
        ...measure,
        series: measure.series.map((row) =>
          (isOwn(row.name) || isOwn(measure.unit)) && row.middle !== undefined
            ? { ...row, middle: row.middle * 1.1 }
            : row,
        ),
      })),
    })),
  }
}

describe("the plots of the benchmarks", () => {
  it("are what the result files give, and so are the figures on the page", () => {
    const files = plotFiles(pages)
    for (const [path, text] of files)
      expect(read(path), `${path} is out of date: node bench/plots.ts --write`).toBe(text)
    const svgs = [...files.keys()].filter((path) => path.endsWith(".svg"))
    expect(found("docs/why/plots/*").toSorted()).toEqual(svgs.toSorted())
  })

  it.each(measured.map(({ name, bench }) => [name, bench]))("show another figure: %s", (name, bench) => {
    const files = plotFiles(pages, (one) => (one === bench ? falsified(findResult(one)!) : findResult(one)))
    const path = `docs/why/plots/${name}.svg`
    expect(files.get(path)).not.toBe(read(path))
    expect(files.get(pagePath)).not.toBe(page)
    if (name === "http-a") expect(files.get(readmePath)).not.toBe(pages.readme)
  })

  it("have a plot for each result file", () => {
    const names = found("bench/results/*.json").map((path) => path.slice("bench/results/".length, -5))
    expect(names.toSorted()).toEqual([...new Set(measured.map(({ bench }) => bench))].toSorted())
  })

  it("say that nothing is recorded where there is no result", () => {
    const text = plotFiles(pages, () => undefined).get(pagePath)!
    expect(text.match(/No figures are recorded\./g)).toHaveLength(plots.length)
    expect(text).not.toContain(".svg")
    expect(text).toContain("`npm run bench:start -- --save`")
  })

  it("are listed with the run of each, and the command that measures it again", () => {
    const lines = listRuns((bench) => (bench === "start" ? undefined : findResult(bench)))
    expect(lines.map((line) => line.split(" ")[0])).toEqual(plots.map(({ name }) => name))
    expect(lines[0]).toMatch(
      /^http-a +\d{4}-\d\d-\d\d \S.*npm run bench:http -- --together --rounds 15 --save$/,
    )
    expect(lines.find((line) => line.startsWith("start"))).toBe(
      "start      not measured  npm run bench:start -- --save",
    )
  })

  it("need a place on the page", () => {
    expect(() => plotFiles({ ...pages, page: page.replace("<!-- plot: types -->", "") })).toThrow(
      "no place for types",
    )
    expect(() => plotFiles({ ...pages, page: page.replace("plot: types", "plot: typos") })).toThrow('"typos"')
  })

  it("load nothing, know the dark, and are described with every figure", () => {
    for (const { name } of measured) {
      const svg = read(`docs/why/plots/${name}.svg`)
      expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\(|@import|<script|href/)
      expect(svg).toContain("@media (prefers-color-scheme: dark)")
      expect(svg).toMatch(/<title id="title">.+<\/title>\n<desc id="desc">.*\d.*<\/desc>/)
    }
  })

  it("escape names", () => {
    const rows = [{ label: "a<b> & c", kind: "own", figure: { name: "x", middle: 1 } }] as const
    const svg = drawPlot({ title: "<i>", panels: [{ title: "t", axis: "s", form: "bars", digits: 0, rows }] })
    expect(svg).toContain("a&lt;b&gt; &amp; c")
    expect(svg).not.toMatch(/<i>|<b>/)
  })
})

describe("the page of the benchmarks", () => {
  it("has no figure that was written by hand", () => {
    const prose = handWritten(page).replaceAll(/`[^`]*`/g, "")
    expect(prose.match(/\d\.\d+|\d\s?(?:%|µs|ms|s|MB|KB|times)(?![a-z])/g)).toBeNull()
  })
})

describe("the result files", () => {
  it.each(found("bench/results/*.json"))("are formatted as --save writes them: %s", (path) => {
    expect(resultText(JSON.parse(read(path)) as Result)).toBe(read(path))
  })
})
