import { execFileSync } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { compileSnippets } from "./docs/compile-snippets.ts"
import { brokenLinks } from "./docs/links.ts"
import { parsePage } from "./docs/markdown.ts"
import { missingTests } from "./docs/named-tests.ts"
import { commentWordProblems } from "./docs/comment-words.ts"
import { oldWordProblems } from "./docs/old-words.ts"
import { privateWordProblems } from "./docs/private-words.ts"
import { readmeProblems } from "./docs/readme.ts"
import { exampleSnippets, pageSnippets } from "./docs/snippets.ts"
import { type CheckResult, report } from "./reading/check-result.ts"
import { sourceFiles } from "./reading/source-file.ts"
import { isTest, packages, root } from "./reading/workspace.ts"

/** Whether the pages agree with the code: examples compile, links and named tests exist, and old words are gone. */
export async function checkDocs(workspace: string): Promise<CheckResult> {
  const files = texts(workspace)
  const pages = [...files]
    .filter(([path]) => path.endsWith(".md"))
    .map(([path, text]) => [path, parsePage(text)] as const)
  // `readmes()` checks the tests that these name.
  const own = new Set(packages(workspace).map(({ folder }) => `${folder}/README.md`))
  const shown = [
    ...pages.map(([path, page]) => pageSnippets(path, page)),
    ...sourceFiles(workspace)
      .filter(({ path }) => !isTest(path))
      .map(({ path, text }) => exampleSnippets(path, text)),
  ]
  const snippets = shown.flatMap((one) => one.snippets)
  const problems = [
    ...readmes(workspace, new Map(pages)),
    ...pages.flatMap(([path, page]) => brokenLinks(workspace, path, page)),
    ...pages
      .filter(([path]) => !own.has(path))
      .flatMap(([path, page]) => missingTests(workspace, path, page)),
    ...shown.flatMap((one) => one.problems),
    ...(await compileSnippets(workspace, snippets)),
    ...[...files].flatMap(([path, text]) => privateWordProblems(path, text)),
    ...[...files].flatMap(([path, text]) => oldWordProblems(path, text)),
    ...[...files].flatMap(([path, text]) => commentWordProblems(path, text)),
  ]
  return { problems, note: `${pages.length} pages, ${snippets.length} examples` }
}

function readmes(workspace: string, pages: ReadonlyMap<string, ReturnType<typeof parsePage>>): string[] {
  return packages(workspace).flatMap(({ folder, manifest }) => {
    const page = pages.get(`${folder}/README.md`)
    if (page !== undefined) return readmeProblems(workspace, folder, page)
    return manifest.private === true ? [] : [`${folder}: a public package needs a README.md`]
  })
}

/** Every text file that is or could be committed, by its path. */
function texts(workspace: string): Map<string, string> {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: workspace,
    encoding: "utf8",
  })
  const found = new Map<string, string>()
  for (const path of listed.split("\0")) {
    if (!statSync(join(workspace, path), { throwIfNoEntry: false })?.isFile()) continue
    const text = readFileSync(join(workspace, path), "utf8")
    if (!text.includes("\0")) found.set(path, text)
  }
  return found
}

if (import.meta.main) report(await checkDocs(root))
