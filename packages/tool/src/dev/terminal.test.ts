import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { Screen } from "../../../trivet/tests/terminal/screen.ts"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { askPid, folderOf, lives, serverFiles, until } from "../../tests/testing/running-tool.ts"
import { toolWords } from "../../tests/testing/run-tool.ts"

let folder = ""
let screen: Screen

function open(line: string, rows = 30): Screen {
  folder = folderOf(serverFiles)
  screen = new Screen(90, rows)
  const trivet = `trivet() { ${process.execPath} ${toolWords.join(" ")} "$@"; }`
  screen.type(`unset NODE_ENV; cd ${folder}; ${trivet}; clear; ${line}`)
  return screen
}

afterEach(() => {
  screen.close()
  rmSync(folder, { recursive: true })
})

describe("trivet dev in a terminal", () => {
  it("begins on a clear screen, shows changes and faults in colors, and ends with 130 at Ctrl-C", async () => {
    const port = await freePort()
    open(`echo what was there; PORT=${port} trivet dev; echo ended $?`)
    const first = await screen.waitFor(/^ready /m)
    expect(first).toMatch(/^trivet dev {2}src\/main\.ts\n\ndashboard /)
    expect(first).not.toContain("what was there")
    // What stood there is a page up, not lost.
    expect(screen.scrolled()).toContain("what was there")
    const { pid } = await askPid(port)
    const file = join(folder, "src/pid-controller.ts")
    const whole = readFileSync(file, "utf8")
    writeFileSync(file, `${whole}const half = {\n`)
    const broken = await screen.waitFor(/waiting for a change/, true)
    expect(broken).toContain("\u001b[1m\u001b[31mfault SYNTAX_INVALID")
    expect(lives(pid)).toBe(false)
    writeFileSync(file, whole)
    await screen.waitFor(/waiting for a change[^]*ready /)
    const last = await askPid(port)
    screen.press("C-c")
    expect(await screen.waitFor(/ended \d/)).toMatch(/\nstopping\nended 130/)
    await until(() => !lives(last.pid))
  })

  it("ends at once, with its program, at a second Ctrl-C", async () => {
    open("true")
    writeFileSync(
      join(folder, "src/deaf.ts"),
      `process.on("SIGTERM", () => undefined)
       setInterval(() => undefined, 1000)
       console.log("deaf", process.pid)`,
    )
    screen.type("trivet dev src/deaf.ts; echo ended $?")
    const pid = Number(/deaf (\d+)/.exec(await screen.waitFor(/deaf \d+/))![1])
    screen.press("C-c")
    await screen.waitFor(/stopping/)
    expect(lives(pid)).toBe(true)
    screen.press("C-c")
    await screen.waitFor(/ended 130/)
    await until(() => !lives(pid))
  })
})

describe("trivet g module in a terminal", () => {
  it("asks for what no flag has said, and refuses a bad name at once", async () => {
    open("trivet g module; echo ended $?")
    await screen.waitFor(/◆ {2}What is the name/)
    screen.type("../up")
    await screen.waitFor(/only lower-case letters/)
    for (let typed = 0; typed < 5; typed++) screen.press("BSpace")
    screen.type("posts")
    const choice = await screen.waitFor(/◆ {2}Which type of module\?\n[^]*resource/)
    expect(choice).toContain("● plain  a service, a controller with one route, a test")
    screen.press("Enter")
    const shown = await screen.waitFor(/ended 0/)
    expect(shown).toContain("create  src/posts/posts-module.ts")
    expect(shown).toContain("edit    src/app-module.ts")
    expect(readFileSync(join(folder, "src/app-module.ts"), "utf8")).toContain("imports: [PostsModule]")
  })

  it("writes nothing at Ctrl-C, and ends with 130", async () => {
    open("trivet g module --name=posts; echo ended $?")
    await screen.waitFor(/Which type of module\?/)
    screen.press("C-c")
    await screen.waitFor(/Nothing was written\n+ended 130/)
    expect(readFileSync(join(folder, "src/app-module.ts"), "utf8")).not.toContain("Posts")
  })
})
