import { afterEach, describe, expect, it } from "vitest"
import { Screen } from "./screen.ts"

describe("a program in a terminal", () => {
  let screen: Screen | undefined
  const open = (columns = 80, rows = 40) => (screen = new Screen(columns, rows))
  afterEach(() => screen?.close())

  it("shows help in bold and dim, and without colors where NO_COLOR says so", async () => {
    const terminal = open()
    terminal.type("app --help; echo ended $?")
    const colored = await terminal.waitFor(/ended 0/, true)
    expect(colored).toContain("\u001b[1mCommands:")
    terminal.type("clear; NO_COLOR=1 app --help; echo again $?")
    expect(await terminal.waitFor(/again 0/, true)).not.toContain("\u001b[1mCommands:")
    terminal.type("clear; app posts list --no-color; echo third $?")
    const table = await terminal.waitFor(/third 0/, true)
    expect(table).toContain("ID  TITLE")
    expect(table).not.toContain("\u001b[1mID")
  })

  it("fits help and tables to a narrow window", async () => {
    const terminal = open(44)
    terminal.type("app posts list; app posts list --help; echo ended $?")
    const shown = await terminal.waitFor(/ended 0/)
    expect(shown).toContain("ID  TITLE                   TAGS       DRAFT")
    expect(shown).toMatch(/1 {3}A trivet stands on th… {2}\["a","b"\] {2}false/)
    expect(shown).toMatch(/-l, --limit <integer>\n {6}how many are shown at the most/)
  })

  it("draws a progress bar and leaves it when it is done", async () => {
    const terminal = open()
    terminal.type("app slow; echo ended $?")
    await terminal.waitFor(/work █+░+ \d+% \d+\/200 \d+\/s/)
    expect(await terminal.waitFor(/ended 0/)).toMatch(/work █{24} 100% 200\/200 \d+\/s\ndone\nended 0/)
  })

  it("rewrites a line with the elapsed time of work of unknown size", async () => {
    const terminal = open()
    terminal.type("app steps; echo ended $?")
    await terminal.waitFor(/^first step, {2}\d\.\d s$/m)
    await terminal.waitFor(/^second step, {2}7 \d\.\d s$/m)
    const shown = await terminal.waitFor(/ended 0/)
    expect(shown).toMatch(/^second step, {2}7 \d\.\d s\ndone\nended 0/m)
    expect(shown).not.toContain("first step")
  })

  it("says that it waits for what is typed", async () => {
    const terminal = open()
    terminal.type("app cat; echo ended $?")
    await terminal.waitFor(/^app reads what you type: end it with Ctrl-D$/m)
    terminal.type("typed by hand")
    terminal.press("C-d")
    expect(await terminal.waitFor(/ended \d/)).toMatch(/typed by hand\ntyped by hand\nended 0/)
    terminal.type("clear; echo piped | app cat; echo second $?")
    expect(await terminal.waitFor(/second \d/)).not.toContain("reads what you type")
  })

  it("ends with 130 on Ctrl-C, on a line of its own", async () => {
    const terminal = open()
    terminal.type("app wait; echo ended $?")
    await terminal.waitFor(/^waiting$/m)
    terminal.press("C-c")
    expect(await terminal.waitFor(/ended \d/)).toMatch(/\^Cstopped early\nended 130/)
    terminal.type("clear; app endless --aloud=yes > /dev/null; echo second $?")
    await terminal.waitFor(/^running$/m)
    terminal.press("C-c")
    await terminal.waitFor(/second 130/)
    terminal.type("clear; app slow --pause=50; echo third $?")
    await terminal.waitFor(/work █/)
    terminal.press("C-c")
    terminal.press("C-c")
    // The bar may be drawn once more, over a ^C.
    expect(await terminal.waitFor(/third \d/)).toMatch(/█.* [1-9]?\d% .*\n.*third 130/)
  })

  it("leaves a command behind that does not listen to Ctrl-C", async () => {
    const terminal = open()
    terminal.type("app deaf --aloud=yes & sleep 1.5; fg; echo ended $?")
    await terminal.waitFor(/^running$/m)
    // What `fg` prints before it hands the terminal over.
    await terminal.waitFor(/^app deaf --aloud=yes$/m)
    await new Promise((done) => setTimeout(done, 1_000))
    terminal.press("C-c")
    expect(await terminal.waitFor(/ended \d/)).toContain("ended 130")
  })

  it("complains in red, and in one line", async () => {
    const terminal = open()
    terminal.type("app posts lsit; echo ended $?")
    const shown = await terminal.waitFor(/ended 2/, true)
    expect(shown).toContain('\u001b[31mapp: there is no command "posts lsit". Did you mean "posts list"?')
  })
})
