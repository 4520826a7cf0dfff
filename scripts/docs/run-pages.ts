import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../reading/workspace.ts"
import { compileCache } from "../suite/compile-cache.ts"
import { joinedSources } from "../suite/joined-sources.ts"
import { pageSteps } from "./run/page-steps.ts"
import { type PageRun, runPage, type RunOptions } from "./run/run-page.ts"

/** Pages whose commands another test runs, and that test. */
export const runElsewhere: Readonly<Record<string, string>> = {
  "docs/tutorial/*.md": "packages/tool/tests/scaffold/walk.test.ts",
}

/** The pages with commands that are run here. */
export function runnablePages(workspace: string = root): string[] {
  const elsewhere = new Set(globSync(Object.keys(runElsewhere), { cwd: workspace }))
  return globSync("docs/**/*.md", { cwd: workspace })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !elsewhere.has(path))
    .filter((path) =>
      pageSteps(readFileSync(join(workspace, path), "utf8")).some(({ kind }) => kind !== "file"),
    )
    .toSorted()
}

/** Runs the commands of a page of this workspace, against the sources of its packages. */
export async function runWorkspacePage(path: string, options: RunOptions = {}): Promise<PageRun> {
  // Inside the workspace, because packages resolve from there.
  const folder = join(root, ".snippets", `${path.replaceAll(/\W+/g, "-")}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, ".bin"), { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "name": "app", "private": true, "type": "module" }\n')
  // `npx trivet` is this workspace's tool.
  const { flags, tool } = await joinedSources()
  const npx = `#!/bin/sh\nif [ "$1" = trivet ]; then shift; exec node ${tool} "$@"; fi\nexec ${join(dirname(process.execPath), "npx")} "$@"\n`
  writeFileSync(join(folder, ".bin/npx"), npx, { mode: 0o755 })
  const { PATH = "", HOME = "" } = process.env
  const env = {
    PATH: [join(folder, ".bin"), dirname(process.execPath), PATH].join(":"),
    HOME,
    NO_COLOR: "1",
    NODE_OPTIONS: flags.join(" "),
    ...compileCache,
  }
  try {
    return await runPage(path, readFileSync(join(root, path), "utf8"), { cwd: folder, env }, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// node scripts/docs/run-pages.ts [page …]
if (import.meta.main) {
  const named = process.argv.slice(2)
  for (const path of named.length === 0 ? runnablePages() : named) {
    const { ran, skipped, problems } = await runWorkspacePage(path)
    console.log(
      `${problems.length === 0 ? "ok    " : "FAILED"} ${path}: ${ran} run, ${skipped.length} not run`,
    )
    for (const problem of problems) console.log(`\n${problem}\n`)
    if (problems.length > 0) process.exitCode = 1
  }
}
