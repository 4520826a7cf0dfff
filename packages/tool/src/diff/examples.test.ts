import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp } from "../../tests/testing/template-app.ts"
import { templateFiles } from "../app/template-files.ts"

const examples = join(import.meta.dirname, "../../../../examples")

// Against the file itself, not against a branch: what an example may change is for its reviewers to say.
const args = ["diff", "--base=openapi.json", "--timeout=100"]
const same = "openapi.json compared with openapi.json: 0 breaking, 0 safe\n"

describe("the committed document", () => {
  it.each(["auth", "blog", "helpdesk", "versions"])("is that of the example %s", async (name) => {
    const { code, stdout, stderr } = await runTool(args, { cwd: join(examples, name) })
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: same, stderr: "" })
  })

  it("is that of a new API, which is named in it", async () => {
    const app = await createTemplateApp("api")
    try {
      const { code, stdout } = await runTool(args, { cwd: app.folder })
      expect({ code, stdout }).toEqual({ code: 0, stdout: same })
      expect(readFileSync(join(app.folder, "openapi.json"), "utf8")).toContain('"title": "shop"')
    } finally {
      app.remove()
    }
    const manifest = templateFiles("api", "shop").find(({ path }) => path === "package.json")
    expect(manifest?.text).toContain("trivet diff && npm test")
  })
})
