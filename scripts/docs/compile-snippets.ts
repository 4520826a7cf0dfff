import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { runTool } from "../check/run-tool.ts"
import type { Snippet } from "./snippets.ts"

/**
 * Type-checks all snippets in one run of the compiler, with the workspace's settings, and returns the errors at
 * their places in the pages. A snippet whose first line is a path in a comment (`// posts/posts-module.ts`) lies at
 * that path, so that other snippets of its page can import it.
 */
export async function compileSnippets(workspace: string, snippets: readonly Snippet[]): Promise<string[]> {
  if (snippets.length === 0) return []
  // Inside the workspace, because packages resolve from there; by process, because checks may run side by side.
  const folder = join(workspace, ".snippets", String(process.pid))
  const files = new Map<string, Snippet>()
  for (const snippet of withEarlierChapters(snippets)) files.set(fileOf(snippet, files), snippet)
  try {
    for (const [file, { code, line }] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), "\n".repeat(line - 1) + code)
    }
    const settings = {
      extends: "../../tsconfig.base.json",
      compilerOptions: { noEmit: true },
      files: [...files.keys()],
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    const { output, ok } = await runTool("tsc", "--noEmit", "--pretty", "false", "-p", folder)
    return ok ? [] : errorsIn(output, files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A chapter of the tutorial goes on with the files of the chapters before it, in their last form. */
function withEarlierChapters(snippets: readonly Snippet[]): Snippet[] {
  const isChapter = ({ shownIn }: Snippet) => /^docs\/tutorial\/\d/.test(shownIn)
  const chapters = [...new Set(snippets.filter(isChapter).map(({ shownIn }) => shownIn))].toSorted()
  const earlier = chapters.flatMap((chapter) => {
    const own = new Set(snippets.filter(({ shownIn }) => shownIn === chapter).map(nameOf))
    const before = snippets.filter((one) => isChapter(one) && one.shownIn < chapter)
    return before
      .filter((one) => nameOf(one) !== undefined && !own.has(nameOf(one)))
      .filter((one) => before.findLast((other) => nameOf(other) === nameOf(one)) === one)
      .map((one) => ({ ...one, shownIn: chapter }))
  })
  return [...snippets, ...earlier]
}

/** The path in the first line of a snippet: `// posts/posts-module.ts`. */
function nameOf({ code }: Snippet): string | undefined {
  return /^\s*\/\/ ([\w@./-]+\.ts)\s*$/m.exec(code.trimStart().split("\n", 1)[0] ?? "")?.[1]
}

function fileOf(snippet: Snippet, taken: ReadonlyMap<string, Snippet>): string {
  const { shownIn, line } = snippet
  const named = nameOf(snippet)
  const folder = shownIn.replaceAll("/", "__")
  const inside = named === undefined ? undefined : posix.join(folder, posix.join("/", named))
  return inside === undefined || taken.has(inside)
    ? posix.join(folder, posix.dirname(named ?? ""), `line-${line}.ts`)
    : inside
}

/** Errors in other files are left out: the step `types` reports them. */
function errorsIn(output: string, files: ReadonlyMap<string, Snippet>): string[] {
  const errors: string[] = []
  for (const line of output.split("\n")) {
    const [, path = "", position, message] = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
    const file = path.replace(/^.*\.snippets\/\d+\//, "")
    const snippet = files.get(file)
    if (snippet !== undefined) errors.push(`${snippet.shownIn}:${position}: ${message}`)
    else if (path.includes(".snippets/") || line.startsWith("error ")) errors.push(line)
  }
  return errors
}
