import { globSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type CodeSplittingGroup, rolldown } from "rolldown"
import { entryPoints } from "./entry-points/entry-point.ts"
import { type Package, root } from "../reading/workspace.ts"

/** What a front end imports: a chunk of its own, so that a browser's bundle takes nothing else along. */
const contractFiles = /\/dist\/(module\/(contract|resource)|schema\/(dto|list|optional|pattern|stream))\.js$/

/** Folders that need Node. */
const nodeFiles = /\/dist\/(engine\/(node|argv)|platform\/files|testing)\//

/** What goes into a file that entry points share. The first group that takes a file also takes what that file imports. */
const groups: CodeSplittingGroup[] = [
  { name: "client-shared", test: /\/dist\/client\//, minShareCount: 2, priority: 4 },
  { name: "contract", test: contractFiles, priority: 3 },
  { name: "shared", test: (id) => !nodeFiles.test(id), minShareCount: 2, priority: 2 },
  { name: "node-shared", test: nodeFiles, minShareCount: 2, priority: 1 },
]

/**
 * Joins the compiled files of a package into one for each entry point and a few that entry points share. Node spends most of a start
 * on opening files: a command of a small application starts in half the time. Declarations stay as they are.
 */
export async function joinFiles(owner: Package): Promise<void> {
  const dist = join(root, owner.folder, "dist")
  const { entryPoints: own, browser } = entryPoints(owner)
  const names = [...own, ...browser].map(({ file }) => file.replace(/^.*\/src\/(.*)\.ts$/, "$1"))
  const joined = mkdtempSync(join(root, owner.folder, ".joined-"))
  try {
    const bundle = await rolldown({
      input: {
        ...Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
        // A thread loads it by its name, beside the file that starts it.
        "management-thread": join(dist, "engine/node/management/management-thread.js"),
      },
      external: [/^node:/],
      platform: "neutral",
    })
    await bundle.write({
      dir: joined,
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      codeSplitting: { groups },
      minify: false,
      comments: false,
    })
    await bundle.close()
    for (const file of globSync("**/*.{js,js.map}", { cwd: dist })) rmSync(join(dist, file))
    for (const file of globSync("**/*", { cwd: joined })) renameSync(join(joined, file), join(dist, file))
  } finally {
    rmSync(joined, { recursive: true, force: true })
  }
}
