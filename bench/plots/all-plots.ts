import { leastShares } from "../http/goals.ts"
import { caseOf, type Figure, type Measure, type MeasuredCase, measureOf, type Result } from "../result.ts"
import type { Panel, Plot, Row } from "./plot.ts"

/** A plot of the page, made from one result file. */
export interface PlotOfResult {
  /** The name of its SVG, and of its place on the page. */
  readonly name: string
  /** The bench whose result file it shows. */
  readonly bench: string
  /** The command that measures it. */
  readonly command: string
  /** The cases that it shows. */
  cases(result: Result): readonly MeasuredCase[]
  plot(result: Result): Plot
  /** What the page says below the plot, with figures. */
  say(result: Result): readonly string[]
}

const optimized = "share of bare-optimized"
const bare = "share of bare"

const http = (["a", "b", "c", "d"] as const).map((name): PlotOfResult => ({
  name: `http-${name}`,
  bench: "http",
  command: "npm run bench:http -- --together --rounds 15",
  cases: (result) => [caseOf(result, name)],
  plot: (result) => sharesPlot(caseOf(result, name), `(${name}) ${caseOf(result, name).title}`, optimized),
  say: (result) => [
    `Trivet has ${shareText(caseOf(result, name), optimized)} of the speed of \`bare-optimized\` and ${shareText(caseOf(result, name), bare)} of that of \`bare\`.`,
    goalsText(caseOf(result, name), leastShares.node[name]),
    ...otherOrder(caseOf(result, name)),
    ...aboveBaseline(caseOf(result, name)),
  ],
}))

/** Every plot, in the page's order. */
export const plots: readonly PlotOfResult[] = [
  ...http,
  {
    name: "http-bun",
    bench: "http-bun",
    command: "npm run bench:http -- --bun --together --rounds 15",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "Four cases on Bun",
      panels: result.cases.flatMap((one) => sharesPlot(one, `Bun, (${one.name}) ${one.title}`, bare).panels),
    }),
    say: (result) => [
      `Trivet has ${result.cases.map((one) => `${shareText(one, bare)} of the speed of \`bare\` in (${one.name})`).join(", ")}.`,
      ...result.cases.map(
        (one) => `(${one.name}): ${goalsText(one, one.name === "a" ? leastShares.bun.a : undefined)}`,
      ),
    ],
  },
  {
    name: "blog",
    bench: "blog",
    command: "npm run bench:blog",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "The blog on PostgreSQL",
      panels: result.cases.flatMap((one) => sharesPlot(one, one.title, bare).panels),
    }),
    say: (result) => [
      `Trivet has ${result.cases.map((one) => `${shareText(one, bare)} of the speed of \`bare\` for ${one.name === "post" ? "a post" : "the list"}`).join(", and ")}.`,
    ],
  },
  {
    name: "start",
    bench: "start",
    command: "npm run bench:start",
    cases: (result) => result.cases,
    plot: (result) => {
      const measure = measureOf(caseOf(result, "start"), "× node -e 0")
      const kind = (name: string) => (name.startsWith("hello") ? "own" : "baseline")
      const axis = "time until the process has ended, as a multiple of node -e 0; lower is faster"
      return {
        title: "Start of a command",
        panels: [panel(measure, { title: "Start of a command", axis, form: "dots", line: 1, kind })],
      }
    },
    say: (result) => {
      const one = caseOf(result, "start")
      const of = (unit: string) => rangeText(measureOf(one, unit), "hello --help")
      return [`\`hello --help\` takes ${of("× node -e 0")} times as long as an empty Node: ${of("ms")} ms.`]
    },
  },
  {
    name: "footprint",
    bench: "footprint",
    command: "npm run bench:footprint",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "Start and memory of one route",
      panels: caseOf(result, "footprint").measures.map((measure) =>
        panel(measure, {
          title: measure.unit,
          axis: `${measure.unit}; less is better`,
          form: "bars",
          kind: (name) =>
            name.startsWith("Trivet") ? "own" : name.startsWith("`node") ? "baseline" : "other",
        }),
      ),
    }),
    say: () => [],
  },
  {
    name: "router",
    bench: "router",
    command: "npm run bench:router",
    cases: (result) => workloads.map((workload) => caseOf(result, `${workload}, overall`)),
    plot: (result) => ({
      title: "Lookups of routes, Trivet compared with other routers",
      panels: workloads.flatMap((workload) =>
        ["trivet, cache", "trivet, no cache"].map((own) =>
          panel(measureOf(caseOf(result, `${workload}, overall`), `${own}: times as fast as`), {
            title: `${own.replace("trivet", "Trivet")}; ${workload} paths`,
            axis: "times as fast as this router; right of 1 Trivet is faster",
            form: "dots",
            line: 1,
          }),
        ),
      ),
    }),
    say: (result) => {
      const all = result.cases
        .flatMap(({ name, measures }) =>
          measures
            .filter(({ unit }) => unit.endsWith(": times as fast as"))
            .flatMap(({ unit, digits, series }) =>
              series.map((figure) => ({ figure, digits, place: `${unit.split(":")[0]}; ${name}` })),
            ),
        )
        .toSorted((one, other) => (one.figure.middle ?? 0) - (other.figure.middle ?? 0))
      const slower = all.filter(({ figure }) => (figure.middle ?? 0) < 1)
      const { figure, digits, place } = all[0]!
      return [
        `By kind of path there are ${all.length} such ratios; Trivet is slower in ${slower.length} of them. The lowest is ${textOf(figure, digits)} times as fast as ${figure.name} (${place}).`,
      ]
    },
  },
  {
    name: "types",
    bench: "types",
    command: "npm run bench:types",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "What the compiler needs to check an application",
      panels: (
        [
          ["0", "s CPU"],
          ["1000", "s CPU"],
          ["3000", "s CPU"],
          ["1000", "MB memory"],
        ] as const
      ).map(([name, unit]) =>
        panel(measureOf(caseOf(result, name), unit), {
          title: `${caseOf(result, name).title}, ${unit === "s CPU" ? "CPU time" : "memory"}`,
          axis: unit === "s CPU" ? "seconds of CPU time of tsc" : "MB of memory of tsc",
          form: "bars",
          kind: (own) => (own.startsWith("Trivet") ? "own" : "other"),
        }),
      ),
    }),
    say: (result) => {
      const count = (name: string) => measureOf(caseOf(result, name), "instantiations").series
      const added = count("3000").flatMap(({ name, middle }) => {
        const before = count("1000").find((one) => one.name === name)?.middle
        if (middle === undefined || before === undefined) return []
        return [`${plain(name)} ${((middle - before) / 2000).toFixed(0)}`]
      })
      return [`Type instantiations for one more route, between 1,000 and 3,000 routes: ${added.join("; ")}.`]
    },
  },
  {
    name: "install",
    bench: "install",
    command: "npm run bench:install",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "What a new project installs",
      panels: ["packages", "MB"].flatMap((unit) =>
        result.cases.map((one) =>
          panel(measureOf(one, unit), {
            title: `${unit === "MB" ? "Size" : "Packages"}, ${one.title}`,
            axis: unit === "MB" ? "MB in node_modules" : "packages in node_modules",
            form: "bars",
            label: (name) => plain(name.split(":")[0]!),
            kind: (name) => (name.startsWith("Trivet") ? "own" : "other"),
          }),
        ),
      ),
    }),
    say: () => [],
  },
  {
    name: "jobs",
    bench: "jobs",
    command: "npm run bench:jobs -- --rounds 15",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "Jobs that write one row, completed in the same transaction",
      panels: (
        [
          ["drain", "jobs/s", "Jobs per second", "jobs per second; more is better"],
          ["drain", "µs CPU per job", "CPU time of the runner", "µs of CPU time for one job; less is better"],
          ["delay", "ms, p50", "From COMMIT to the start of the handler, p50", "ms; less is better"],
          ["delay", "ms, p99", "From COMMIT to the start of the handler, p99", "ms; less is better"],
        ] as const
      ).map(([name, unit, title, axis]) =>
        panel(measureOf(caseOf(result, name), unit), {
          title,
          axis,
          form: "bars",
          kind: (runner) => (runner === "trivet" ? "own" : runner === "pg-boss" ? "baseline" : "other"),
        }),
      ),
    }),
    say: () => [],
  },
  {
    name: "mistakes",
    bench: "mistakes",
    command: "npm run bench:mistakes",
    cases: (result) => result.cases,
    plot: (result) => ({
      title: "Mistakes that are reported before anything is served",
      panels: [
        panel(measureOf(caseOf(result, "reported"), "mistakes"), {
          title: "Mistakes reported before serving",
          axis: "seeded mistakes; the frame: those that can be made with the framework",
          form: "bars",
          kind: (name) => (name.startsWith("Trivet") ? "own" : "other"),
        }),
      ],
    }),
    say: () => [],
  },
]

const workloads = ["repeated", "distinct"]

interface PanelOptions extends Pick<Panel, "title" | "axis" | "form" | "line" | "most"> {
  readonly label?: (name: string) => string
  readonly kind?: (name: string) => Row["kind"]
}

function panel({ digits, series }: Measure, options: PanelOptions): Panel {
  const { label = plain, kind = () => "other", ...rest } = options
  const rows = series.map((figure): Row => ({ label: label(figure.name), figure, kind: kind(figure.name) }))
  return { ...rest, digits, rows }
}

/** Shares of a baseline's speed, the fastest first, on one axis for all cases. */
function sharesPlot(one: MeasuredCase, title: string, unit: string): Plot {
  const measure = measureOf(one, unit)
  const series = measure.series.toSorted((first, second) => (second.middle ?? 0) - (first.middle ?? 0))
  const axis = `speed by CPU time per request; ${unit.replace("share of ", "")} is 1, right is faster`
  const kind = (name: string) =>
    name.startsWith("trivet") ? "own" : name.startsWith("bare") ? "baseline" : "other"
  return {
    title,
    panels: [panel({ ...measure, series }, { title, axis, form: "dots", line: 1, most: 1.1, kind })],
  }
}

function shareText(one: MeasuredCase, unit: string): string {
  return rangeText(measureOf(one, unit), "trivet")
}

/** `0.933 (0.911–0.974)` */
function rangeText({ digits, series }: Measure, name: string): string {
  const figure = series.find((row) => row.name === name)
  if (figure === undefined) throw new Error(`The measure has no row "${name}"`)
  const { low, high } = figure
  const range =
    low === undefined || high === undefined ? "" : ` (${low.toFixed(digits)}–${high.toFixed(digits)})`
  return `${textOf(figure, digits)}${range}`
}

function textOf({ middle }: Figure, digits: number): string {
  if (middle === undefined) throw new Error("A sentence names a figure that was not measured")
  return middle.toFixed(digits)
}

/** Which goals of bench:http the medians reach: a least share of bare, and to be ahead of every other framework. */
function goalsText(one: MeasuredCase, least: number | undefined): string {
  const own = ownOf(one, bare)
  const ahead = aheadOf(one, bare)
  const goals = [
    ...(least === undefined ? [] : [`at least ${least} (${own >= least ? "reached" : "missed"})`]),
    `ahead of every other framework (${ahead.length === 0 ? "reached" : `missed: ${ahead.join(", ")}`})`,
  ]
  return `Goals of the benchmark, by the share of \`bare\`: ${goals.join(", ")}.`
}

/** Says so where the plot, which shows shares of bare-optimized, has another order than the goals. */
function otherOrder(one: MeasuredCase): string[] {
  const ahead = aheadOf(one, optimized).filter((name) => !aheadOf(one, bare).includes(name))
  if (ahead.length === 0) return []
  return [`In the plot, by the share of \`bare-optimized\`, ${ahead.join(" and ")} is ahead of Trivet.`]
}

function ownOf(one: MeasuredCase, unit: string): number {
  return measureOf(one, unit).series.find(({ name }) => name === "trivet")?.middle ?? 0
}

/** The other frameworks whose median is higher than Trivet's. */
function aheadOf(one: MeasuredCase, unit: string): string[] {
  return measureOf(one, unit)
    .series.filter(({ name }) => !/^(?:trivet|bare)/.test(name))
    .filter(({ middle = 0 }) => middle > ownOf(one, unit))
    .map(({ name }) => name)
}

function aboveBaseline(one: MeasuredCase): string[] {
  const { middle = 0 } = measureOf(one, optimized).series.find(({ name }) => name === "trivet")!
  if (middle <= 1) return []
  return [
    "Trivet took less CPU time here than `bare-optimized`, which does less work. The run does not show why. Do not rely on the baseline of this run: compare the frameworks with each other.",
  ]
}

function plain(name: string): string {
  return name.replaceAll("`", "")
}
