import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Screen } from "../../../trivet/tests/terminal/screen.ts"
import { toolWords } from "../../tests/testing/run-tool.ts"

describe("trivet app in a terminal", () => {
  let folder = ""
  let screen: Screen
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "trivet-ask-"))
    screen = new Screen(80, 40)
    screen.type(`cd ${folder}; trivet() { ${process.execPath} ${toolWords.join(" ")} "$@"; }; clear`)
  })
  afterEach(() => {
    screen.close()
    rmSync(folder, { recursive: true })
  })

  it("asks for what is missing, refuses a bad name at once, and makes the application", async () => {
    // Set where npm runs these tests: the folder would be named as seen from there.
    screen.type("unset INIT_CWD; trivet app; echo ended $?")
    await screen.waitFor(/◆ {2}What is the name/)
    screen.type("Bad Name")
    await screen.waitFor(/└ {2}only lower-case letters, digits and single hyphens, a letter first/)
    for (let typed = 0; typed < 8; typed++) screen.press("BSpace")
    screen.type("shop")
    const choice = await screen.waitFor(/◆ {2}Which template\?\n[^]*cli/)
    expect(choice).toContain("│  ● api  a JSON API: sign-up, login, notes in PostgreSQL")
    expect(choice).toContain("│  ○ web  a site: pages, forms, sign-up with sessions")
    screen.press("Down")
    screen.press("Down")
    await screen.waitFor(/● cli/)
    screen.press("Enter")
    await screen.waitFor(/◆ {2}Install its packages with npm now\?/)
    screen.press("n")
    await screen.waitFor(/◆ {2}Create a git repository\?/)
    screen.press("Enter")
    const shown = await screen.waitFor(/ended 0/)
    expect(shown).toContain("└  Creating shop")
    expect(shown).toContain("  created shop\n\nNext:\n  cd shop\n  npm install\n")
    expect(readdirSync(join(folder, "shop"))).toContain(".git")
  })

  it("asks only for what no flag has said", async () => {
    screen.type("trivet app --name=shop --no-install --no-git; echo ended $?")
    await screen.waitFor(/◆ {2}Which template\?/)
    screen.press("Enter")
    const shown = await screen.waitFor(/ended 0/)
    expect(shown).not.toContain("name?")
    expect(shown).not.toContain("repository?")
    expect(shown).toContain("created shop")
  })

  it.each(["C-c", "Escape"])("ends with 130 at %s, and leaves the terminal as it was", async (key) => {
    screen.type("trivet app; echo ended $?")
    await screen.waitFor(/◆ {2}What is the name/)
    screen.press(key)
    expect(await screen.waitFor(/ended \d/)).toMatch(/Nothing was written\n+ended 130/)
    expect(readdirSync(folder)).toEqual([])
    screen.type("echo typed as before")
    await screen.waitFor(/^typed as before$/m)
  })
})
