import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"

describe("tests", () => {
  it("never install system packages", () => {
    const files = globSync("{packages,examples,bench,deploy,scripts}/**/*.ts", {
      cwd: root,
      exclude: ["**/node_modules/**", "**/dist/**", "scripts/suite/system-packages.test.ts"],
    })
    const installing = files.filter((path) =>
      /debian-packages|apt-get|services["', ]+--install/.test(readFileSync(join(root, path), "utf8")),
    )
    expect(installing).toEqual([])
  })
})
