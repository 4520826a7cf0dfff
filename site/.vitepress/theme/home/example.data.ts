import { join } from "node:path"
import { createMarkdownRenderer } from "vitepress"
import { recordedOutputs, type Removal, removals, shownLines } from "../../../home/example.ts"
import { root } from "../../../pages.ts"

/** The example of the front page: the code as HTML, and what it prints. */
export interface Example {
  readonly code: string
  readonly reply: string
  readonly page: string
  readonly command: string
  readonly broken: readonly {
    readonly word: string
    readonly code: string
    readonly typed: string
    readonly output: string
  }[]
}

declare const data: Example
export { data }

export default {
  watch: [join(root, "site/home/*")],
  async load(): Promise<Example> {
    const md = await createMarkdownRenderer(root, {
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    })
    const lines = shownLines()
    const render = (marked = "") =>
      md.render(`\`\`\`ts${marked}\n${lines}\`\`\`\n`, { path: join(root, "site/index.md") })
    const { broken, ...outputs } = recordedOutputs()
    return {
      code: render(),
      ...outputs,
      broken: removals.map((removal, index) => brokenForm(removal, index)),
    }

    function brokenForm({ word, whole, without, typed }: Removal, index: number) {
      const line = lines.slice(0, lines.indexOf(whole)).split("\n").length
      return { word, code: strike(render(`{${line}}`), whole, without), typed, output: broken[index]! }
    }
  },
}

/** Marks as deleted what `without` lacks. The highlighter has put the word and what is around it into one element. */
function strike(html: string, whole: string, without: string): string {
  let start = 0
  while (whole[start] === without[start]) start++
  const removed = whole.slice(start, start + whole.length - without.length)
  const found = html.indexOf(`${removed}${whole[start + removed.length]}`)
  if (found < 0) throw new Error(`The highlighted code has no element with ${removed}`)
  return `${html.slice(0, found)}<del>${removed}</del>${html.slice(found + removed.length)}`
}
