import { readFileSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { rolldown } from "rolldown"

// Into the build, so that users install no more than this package. One file, which `trivet app` loads when it must ask.
const file = join(import.meta.dirname, "../dist/app/prompts.js")
const bundled = `${file}.bundled`
const bundle = await rolldown({ input: file, external: [/^node:/], platform: "node" })
const { output } = await bundle.generate({ format: "esm" })
const licences = [...new Set(output[0].moduleIds.map(licenceOf))].filter((text) => text !== undefined)
await bundle.write({ file: bundled, format: "esm", minify: true, postBanner: notice(licences) })
await bundle.close()
renameSync(bundled, file)
rmSync(`${file}.map`, { force: true })

/** The licence of the package that a file belongs to. What is copied must carry it. */
function licenceOf(module: string): string | undefined {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0]
  if (folder === undefined) return undefined
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
    string,
    string
  >
  for (const path of ["LICENSE", "license", join(dirname(folder), "prompts/LICENSE")])
    try {
      return `${name} ${version}\n\n${readFileSync(join(folder, path), "utf8").trim()}`
    } catch {
      // Under another name.
    }
  throw new Error(`${name} has no licence that could be copied`)
}

function notice(texts: readonly string[]): string {
  return `/*!\n${texts.join("\n\n---\n\n").replaceAll("*/", "* /")}\n*/`
}
