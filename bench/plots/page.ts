import type { MeasuredCase, Result } from "../result.ts"
import { describePlot } from "./plot.ts"
import type { PlotOfResult } from "./all-plots.ts"

/** The part of the page that belongs to a plot, without its markers. */
export function blockOf(one: PlotOfResult, result: Result | undefined): string {
  if (result === undefined)
    return wrap(
      `No figures are recorded. \`${withSave(one.command)}\` measures them, and \`node bench/plots.ts --write\` draws them.`,
    )
  const plot = one.plot(result)
  const notes = new Set(one.cases(result).flatMap(({ note }) => (note === undefined ? [] : [note])))
  const paragraphs = [
    `![${describePlot(plot)}](plots/${one.name}.svg)`,
    [...one.say(result), ...notes].join(" "),
    [...new Set(one.cases(result).map(runText))].join(" "),
  ]
  return paragraphs
    .filter((text) => text !== "")
    .map(wrap)
    .join("\n\n")
}

/** The page with the given parts between its markers, `<!-- plot: name -->` or `<!-- figures: name -->`, and `<!-- end -->`. */
export function fillPage(page: string, blocks: ReadonlyMap<string, string>): string {
  const filled = new Set<string>()
  const text = page.replace(
    /(<!-- (?:plot|figures): (\S+) -->\n)[^]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const block = blocks.get(name)
      if (block === undefined)
        throw new Error(`The page has a place for "${name}", and there is no such plot`)
      filled.add(name)
      return `${start}\n${block}\n\n${end}`
    },
  )
  const lost = [...blocks.keys()].filter((name) => !filled.has(name))
  if (lost.length > 0) throw new Error(`The page has no place for ${lost.join(", ")}`)
  return text
}

/** The page without what is between the markers: what was written by hand. */
export function handWritten(page: string): string {
  return page.replace(/<!-- plot: \S+ -->[^]*?<!-- end -->/g, "")
}

const properNames: Readonly<Record<string, string>> = {
  node: "Node",
  bun: "Bun",
  typescript: "TypeScript",
  fastify: "Fastify",
  hono: "Hono",
  express: "Express",
  elysia: "Elysia",
  "@nestjs/core": "NestJS",
  "@nestjs/common": "NestJS",
}

function runText({ command, date, commit, system, versions }: MeasuredCase): string {
  const named = Object.entries(versions).map(([name, version]) => `${properNames[name] ?? name} ${version}`)
  const measured = commit === undefined ? undefined : `commit ${commit}`
  const facts = [system, ...named, date ?? "date not recorded", measured].filter((fact) => fact !== undefined)
  return `Measured with \`${command}\`: ${facts.join(", ")}.`
}

/** The command, writing its result file. */
export function withSave(command: string): string {
  return command.includes(" -- ") ? `${command} --save` : `${command} -- --save`
}

/** Lines of at most 120 characters. Code and links are not broken. */
export function wrap(text: string): string {
  const lines: string[] = []
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < 120) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join("\n")
}
