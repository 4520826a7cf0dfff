import { globSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { doors } from "./doors/door.ts"
import { type Package, root } from "./reading/workspace.ts"

/**
 * Joins the compiled files of a package into one for each door and a few that doors share. Node spends most of a start
 * on opening files: a command of a small application starts in half the time. Declarations stay as they are.
 */
export async function joinFiles(owner: Package): Promise<void> {
  const dist = join(root, owner.folder, "dist")
  const names = doors(owner).doors.map(({ file }) => file.replace(/^.*\/src\/(.*)\.ts$/, "$1"))
  const joined = mkdtempSync(join(root, owner.folder, ".joined-"))
  try {
    const bundle = await rolldown({
      input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
      external: [/^node:/],
      platform: "neutral",
    })
    await bundle.write({
      dir: joined,
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
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
