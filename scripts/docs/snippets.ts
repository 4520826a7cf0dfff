import { lineAt } from "../reading/line-at.ts"
import type { Page } from "./markdown.ts"
import { parsePage } from "./markdown.ts"

/** A piece of TypeScript that a reader is shown, and where. */
export interface Snippet {
  /** The file that shows it, relative to the workspace. */
  readonly shownIn: string
  /** The line there of the snippet's first line. */
  readonly line: number
  readonly code: string
}

/** The TypeScript of a page, and the blocks that are kept from the compiler without a reason. */
export function pageSnippets(
  path: string,
  page: Page,
): { readonly snippets: readonly Snippet[]; readonly problems: readonly string[] } {
  const shown = page.fences.filter(({ language }) => language === "ts" || language === "typescript")
  const skipped = shown.filter(({ flags }) => flags.includes("no-check"))
  return {
    snippets: shown
      .filter((fence) => !skipped.includes(fence))
      .map(({ line, code }) => ({ shownIn: path, line, code })),
    problems: skipped
      .filter(({ comment }) => comment === undefined || comment === "")
      .map(
        ({ line }) =>
          `${path}:${line - 1}: a block marked no-check needs its reason above it: <!-- reason -->`,
      ),
  }
}

/** The TypeScript of the `@example`s in a source's doc comments. */
export function exampleSnippets(
  path: string,
  source: string,
): { readonly snippets: readonly Snippet[]; readonly problems: readonly string[] } {
  const snippets: Snippet[] = []
  const problems: string[] = []
  for (const { 0: comment, index } of source.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    if (!/^\s*(?:\/\*\*|\*)\s*@example\b/m.test(comment)) continue
    const first = lineAt(source, index)
    // Lines stay where they are, so that an error is reported at its place in the source.
    const text = comment.replace(/^[ \t]*\* ?/gm, "").replace(/\*\/$/, "")
    const own = pageSnippets(path, parsePage(text))
    if (own.snippets.length === 0) problems.push(`${path}:${first}: an @example needs a \`\`\`ts block`)
    snippets.push(...own.snippets.map((one) => ({ ...one, line: first + one.line - 1 })))
  }
  return { snippets, problems }
}
