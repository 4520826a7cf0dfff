import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createMarkdownRenderer } from "vitepress"
import { root } from "../../pages.ts"

/** The example of the README in one of its forms, and what is printed. */
export interface Shown {
  readonly title: string
  readonly about: string
  /** HTML of the code, with the changed line marked. */
  readonly code: string
  readonly output: string
}

declare const data: readonly Shown[]
export { data }

/** A mistake that the README describes: the test of examples/one-file makes it and compares the output. */
interface Mistake {
  readonly title: string
  readonly about: string
  readonly right: string
  readonly wrong: string
}

const mistakes: readonly Mistake[] = [
  {
    title: "A compile error",
    about: "The path has no parameter id, and the handler reads it. npm run types prints:",
    right: '"/tasks/:id", this.show',
    wrong: '"/tasks/:number", this.show',
  },
  {
    title: "A boot fault",
    about: "No module declares Tasks. The application does not start, and prints:",
    right: "declarations: [TasksController, Tasks]",
    wrong: "declarations: [TasksController]",
  },
]

export default {
  watch: [join(root, "README.md")],
  async load(): Promise<readonly Shown[]> {
    const readme = readFileSync(join(root, "README.md"), "utf8")
    const md = await createMarkdownRenderer(root, {
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    })
    const code = /^```ts\n([^]*?)^```$/m.exec(readme)![1]!
    const outputs = [...readme.matchAll(/^```text\n([^]*?)^```$/gm)].map((found) => found[1]!.trim())
    const render = (text: string, marked = "") =>
      md.render(`\`\`\`ts${marked}\n${text}\`\`\`\n`, { path: join(root, "README.md") })
    const whole: Shown = {
      title: "One file",
      about: "Two routes, a command, an injected service and validation.",
      code: render(code),
      output: "",
    }
    return [whole, ...mistakes.map((mistake, index) => shownMistake(mistake, outputs[index]!))]

    function shownMistake({ title, about, right, wrong }: Mistake, output: string): Shown {
      if (!code.includes(right)) throw new Error(`The README's example no longer contains ${right}`)
      const line = code.slice(0, code.indexOf(right)).split("\n").length
      return { title, about, code: render(code.replace(right, wrong), `{${line}}`), output }
    }
  },
}
