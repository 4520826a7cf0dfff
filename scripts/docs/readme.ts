import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Page, sectionOf } from "./markdown.ts"

const wanted = ["What it is", "Use", "Guarantees", "May import", "Will not do", "Files"]

/** The problems in the README of a package: its six headings, and the tests that its guarantees name. */
export function readmeProblems(workspace: string, folder: string, page: Page): string[] {
  const path = `${folder}/README.md`
  const headings = page.headings.filter(({ level }) => level === 2).map(({ text }) => text)
  const problems: string[] = []
  if (headings.join("|") !== wanted.join("|"))
    problems.push(`${path}: must have these "##" headings, in this order: ${wanted.join(" · ")}`)
  const { lines, start } = sectionOf(page, "Guarantees")
  lines.forEach((line, index) => {
    for (const test of line.match(/[\w@./-]+\.test\.ts/g) ?? [])
      if (![folder, "."].some((base) => existsSync(join(workspace, base, test))))
        problems.push(`${path}:${start + index + 1}: no such test: ${test}`)
  })
  for (const { line, text } of guarantees(lines))
    if (!/\.test\.ts\b/.test(text))
      problems.push(
        `${path}:${start + line}: a guarantee names the test that checks it: ${text.split("\n", 1)[0]}`,
      )
  return problems
}

function guarantees(lines: readonly string[]): { readonly line: number; readonly text: string }[] {
  const items: { line: number; text: string }[] = []
  lines.forEach((line, index) => {
    const last = items.at(-1)
    if (/^[-*] /.test(line)) items.push({ line: index + 1, text: line })
    else if (last !== undefined && /^\s+\S/.test(line)) last.text += `\n${line}`
  })
  return items
}
