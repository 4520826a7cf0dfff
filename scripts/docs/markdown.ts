/** A heading of a page. */
export interface Heading {
  readonly level: number
  readonly text: string
  readonly line: number
}

/** A fenced block of code in a page. */
export interface Fence {
  readonly language: string
  /** What follows the language on the opening line. */
  readonly flags: readonly string[]
  readonly code: string
  /** The line of the block's first line of code. */
  readonly line: number
  /** The HTML comment directly above the block. */
  readonly comment: string | undefined
}

/** A Markdown page, as far as the checks read it. */
export interface Page {
  readonly headings: readonly Heading[]
  readonly fences: readonly Fence[]
  /** The lines outside of fenced blocks, at their places; those within are empty. */
  readonly prose: readonly string[]
}

/** Reads a page: its headings and fenced blocks, and its prose. */
export function parsePage(text: string): Page {
  const headings: Heading[] = []
  const fences: Fence[] = []
  const prose: string[] = []
  const lines = text.split("\n")
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const opening = /^(\s*)(`{3,}|~{3,})\s*(\S*)\s*(.*)$/.exec(line)
    if (opening === null) {
      const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
      if (heading !== null)
        headings.push({ level: heading[1]?.length ?? 1, text: heading[2] ?? "", line: index + 1 })
      prose.push(line)
      continue
    }
    const [, indent = "", mark = "```", language = "", flags = ""] = opening
    const start = index + 1
    const comment = /<!--((?:(?!-->)[\s\S])*)-->\s*$/.exec(lines.slice(0, index).join("\n"))?.[1]?.trim()
    const end = lines.findIndex((one, at) => at >= start && one.trim().startsWith(mark))
    const last = end < 0 ? lines.length : end
    const code = lines
      .slice(start, last)
      .map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one))
    fences.push({
      language,
      flags: flags.split(/\s+/).filter(Boolean),
      code: code.join("\n"),
      line: start + 1,
      comment,
    })
    for (let at = index; at <= Math.min(last, lines.length - 1); at += 1) prose.push("")
    index = last
  }
  return { headings, fences, prose }
}

/** The prose of the section under a heading of the second level; empty when there is no such heading. */
export function sectionOf(
  page: Page,
  title: string,
): { readonly lines: readonly string[]; readonly start: number } {
  const at = page.headings.findIndex(({ level, text }) => level === 2 && text === title)
  const heading = page.headings[at]
  if (heading === undefined) return { lines: [], start: 0 }
  const next = page.headings.slice(at + 1).find(({ level }) => level <= 2)
  return {
    lines: page.prose.slice(heading.line, next === undefined ? undefined : next.line - 1),
    start: heading.line,
  }
}

/** The anchor that a heading gets on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-")
}

/** The anchors of a page's headings, in their order: a repeated one gets a number, as on GitHub. */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const anchor = anchorOf(heading)
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}
