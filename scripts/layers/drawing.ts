import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CheckResult } from "../reading/check-result.ts"
import { layers, parents } from "./layer-map.ts"

const page = "ARCHITECTURE.md"
const drawn = /(<!-- layers:[^\n]*-->\n+```text\n)([\s\S]*?)(```\n)/

/** Whether ARCHITECTURE.md draws the layers as the map has them. With `write`, they are drawn again. */
export function checkDrawing(workspace: string, write = false): CheckResult {
  const path = join(workspace, page)
  const text = existsSync(path) ? readFileSync(path, "utf8") : ""
  const [, before = "", current, after = ""] = drawn.exec(text) ?? []
  if (current === undefined) return { problems: [`${page}: no drawing below "<!-- layers: … -->"`] }
  const wanted = drawing(workspace)
  if (write)
    writeFileSync(
      path,
      text.replace(drawn, () => before + wanted + after),
    )
  const same = write || current === wanted
  return {
    problems: same ? [] : [`${page}: the layers are out of date: run "node scripts/layers.ts --write"`],
  }
}

/** One line for each layer, the highest first: its number, its folders, what they are for. */
function drawing(workspace: string): string {
  const rows = layers.map(({ folders, about }, layer) => ({
    left: `${String(layer).padStart(2)}  ${folders.map((name) => withInner(workspace, name)).join("  ")}`,
    about,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 3
  return rows
    .toReversed()
    .map(({ left, about }) => `${left.padEnd(width)}${about}\n`)
    .join("")
}

/** `engine/{argv,fetch,node}` for a folder whose inner folders count as folders of their own. */
function withInner(workspace: string, folder: string): string {
  const path = join(workspace, "packages/trivet/src", folder)
  if (!parents.includes(folder) || !existsSync(path)) return folder
  const inner = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
  return inner.length === 0 ? folder : `${folder}/{${inner.join(",")}}`
}
