import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { tree } from "../reading/tree.ts"
import { checkDrawing } from "./drawing.ts"

const page = "# A\n\n<!-- layers: here -->\n\n```text\n 0  old\n```\n\nMore.\n"

describe("checkDrawing", () => {
  it("draws the map, the highest layer first, with the folders that count as their own", () => {
    const folder = tree({
      "ARCHITECTURE.md": page,
      "packages/trivet/src/engine/node/serve.ts": "",
      "packages/trivet/src/engine/argv/run.ts": "",
      "packages/trivet/src/engine/outgoing.ts": "",
    })
    expect(checkDrawing(folder).problems).toEqual([expect.stringContaining("out of date")])
    checkDrawing(folder, true)
    expect(checkDrawing(folder).problems).toEqual([])
    const text = readFileSync(join(folder, "ARCHITECTURE.md"), "utf8")
    expect(text).toMatch(
      /^# A\n\n<!-- layers: here -->\n\n```text\n 6 {2}engine\/\{argv,node\} {2}testing {3,}\w/,
    )
    expect(text).toMatch(/\n 0 {2}fault {3,}the catalogue of faults\n```\n\nMore\.\n$/)
  })

  it("reports a page without a drawing", () => {
    expect(checkDrawing(tree({})).problems).toEqual([expect.stringContaining("no drawing")])
  })
})
