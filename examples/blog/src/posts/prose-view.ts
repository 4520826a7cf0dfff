import { type Html, html, type HtmlValue } from "trivet/web"

/** Which heading a post's own headings are: one below the one that the post stands under. */
export type HeadingLevel = 2 | 4

/**
 * A post's content as markup: paragraphs apart by empty lines, `## ` headings, `> ` quotes, `- ` lists, fences of three
 * backticks, and `**strong**`, `*stressed*`, `code` and addresses within them. Whatever else is typed is shown as typed.
 */
export function proseView(content: string, level: HeadingLevel = 2): Html {
  return html`<div class="prose">${blocksOf(content).map((block) => blockView(block, level))}</div>`
}

/** The beginning of a post as plain text, cut between words. */
export function excerptOf(content: string, most = 220): string {
  // Cut first: a list must not take longer for what it does not show.
  const plain = content
    .slice(0, most * 5)
    .replace(/^(## .*|```.*|> |- )/gm, "")
    .replace(/(\*{1,2}|`)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most + 1)
  const end = cut.lastIndexOf(" ")
  // Never half of a character.
  return `${cut.slice(0, end > most / 2 ? end : most).replace(/[\ud800-\udbff]$/, "")}…`
}

/** How long a post takes to read. By its length: a list must not count the words of a hundred posts. */
export function minutesOf(content: string): number {
  return Math.max(1, Math.round(content.length / 1_400))
}

interface Block {
  readonly isCode: boolean
  readonly lines: string[]
}

/** Line by line, because a pattern over the whole would take a writer's million spaces for a million tries. */
function blocksOf(content: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of content.split(/\r\n?|\n/)) {
    const isFence = line.startsWith("```")
    if (open?.isCode === true) {
      if (isFence) open = undefined
      else open.lines.push(line)
    } else if (isFence) blocks.push((open = { isCode: true, lines: [] }))
    else if (line.trim() === "") open = undefined
    else if (open === undefined) blocks.push((open = { isCode: false, lines: [line] }))
    else open.lines.push(line)
  }
  return blocks
}

function blockView({ isCode, lines }: Block, level: HeadingLevel): Html {
  if (isCode) return html`<pre tabindex="0"><code>${lines.join("\n")}</code></pre>`
  if (lines.length === 1 && lines[0]!.startsWith("## ")) return headingView(lines[0]!.slice(3), level)
  if (lines.every((line) => line.startsWith("> ")))
    return html`<blockquote>${linesView(lines.map((line) => line.slice(2)))}</blockquote>`
  if (lines.every((line) => line.startsWith("- ")))
    return html`<ul>
      ${lines.map((line) => html`<li>${inlineView(line.slice(2))}</li>`)}
    </ul>`
  return html`<p>${linesView(lines)}</p>`
}

function headingView(text: string, level: HeadingLevel): Html {
  return level === 2 ? html`<h2>${inlineView(text)}</h2>` : html`<h4>${inlineView(text)}</h4>`
}

const lineBreak = html`<br />`

// Texts as they are, and no template for each line: a post may have tens of thousands.
function linesView(lines: readonly string[]): HtmlValue[] {
  const shown: HtmlValue[] = []
  for (const line of lines) {
    if (shown.length > 0) shown.push(lineBreak)
    shown.push(/[*`:]/.test(line) ? inlineView(line) : line)
  }
  return shown
}

const marks = /(\*\*\S(?:[^*]*\S)?\*\*|\*[^\s*](?:[^*]*[^\s*])?\*|`[^`]+`|https?:\/\/[^\s<>"'`*]*[\w/=#&%-])/

// A split by a pattern with one group gives what lies between the marks, and every second time a mark.
function inlineView(text: string): (string | Html)[] {
  return text.split(marks).map((part, at) => (at % 2 === 0 ? part : markView(part)))
}

function markView(mark: string): Html {
  if (mark.startsWith("**")) return html`<strong>${mark.slice(2, -2)}</strong>`
  if (mark.startsWith("*")) return html`<em>${mark.slice(1, -1)}</em>`
  if (mark.startsWith("`")) return html`<code>${mark.slice(1, -1)}</code>`
  return html`<a href="${mark}" rel="nofollow ugc noopener">${mark}</a>`
}
