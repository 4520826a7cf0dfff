import { chmodSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { Screen } from "../../../trivet/tests/terminal/screen.ts"
import { folderOf, until, write } from "../../tests/testing/running-tool.ts"
import { toolWords } from "../../tests/testing/run-tool.ts"
import { shopFiles } from "../../tests/testing/shop-files.ts"

let folder = ""
let screen: Screen

/** Types a line into a terminal of this width, in which `trivet` is the tool. */
function open(columns: number, line: string): void {
  folder = folderOf(shopFiles)
  // Enough rows for everything that is printed.
  screen = new Screen(columns, 60)
  write(folder, { trivet: `#!/bin/sh\nexec ${process.execPath} ${toolWords.join(" ")} "$@"\n` })
  chmodSync(join(folder, "trivet"), 0o755)
  screen.type(
    `unset NODE_ENV LOG_LEVEL REDIS_URL MAIL_URL; PATH=${folder}:$PATH; cd ${folder}; clear; ${line}`,
  )
}

afterEach(() => {
  screen.close()
  rmSync(folder, { recursive: true })
})

/** What differs from run to run is replaced, after the terminal has laid it out. */
function stable(shown: string): string {
  return shown
    .replace(/^\$ unset .*\n(?:.*clear; .*\n)?/, "")
    .replaceAll(/^\d\d:\d\d:\d\d/gm, "12:00:00")
    .replaceAll(/\b[\d.]+ m?s$/gm, "9 ms")
    .replaceAll(/\b[\d.]+ m?s(?= {2})/g, "9 ms")
    .replaceAll(/localhost:\d+/g, "localhost:3000")
    .replaceAll(/127\.0\.0\.1:\d+\/[\w-]{32}/g, "127.0.0.1:40069/TOKEN")
}

async function callEverything(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}`
  const shows = (wanted: RegExp) => screen.waitFor(wanted)
  await fetch(`${url}/assets/site.css`)
  await fetch(`${url}/health/live`)
  await fetch(`${url}/orders?page=2`)
  await shows(/GET {2}\/orders/)
  await fetch(`${url}/orders`, { method: "POST" })
  await shows(/POST {2}\/orders {2}401/)
  await fetch(`${url}/favicon.ico`)
  await shows(/favicon.ico {2}404/)
  await fetch(`${url}/report`)
  await shows(/report {2}500/)
  await fetch(`${url}/orders`, { method: "POST", headers: { authorization: "Bearer key" } })
  await shows(/POST {2}\/orders {2}201/)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`)
  await new Promise((opened) => socket.addEventListener("open", opened))
  socket.close()
  await shows(/socket {2}\/live {2}closed/)
}

describe("trivet dev in a terminal", () => {
  it.each([80, 120])(
    "prints the header, calls and routes as in the golden file for %i columns",
    async (columns) => {
      const port = await freePort()
      open(columns, `PORT=${port} trivet dev`)
      await screen.waitFor(/^ready .*\n*$/m)
      await callEverything(port)
      screen.press("r")
      await screen.waitFor(/middlewares of the application/)
      await expect(`${stable(screen.scrolled())}\n`).toMatchFileSnapshot(`golden/dev-${columns}.txt`)
    },
  )

  it("uses colors, and none where NO_COLOR says so", async () => {
    const port = await freePort()
    open(80, `PORT=${port} trivet dev; clear; PORT=${port} NO_COLOR=1 trivet dev`)
    await screen.waitFor(/^ready /m)
    await fetch(`http://127.0.0.1:${port}/report`)
    await screen.waitFor(/report {2}500/)
    const colored = screen.text(true)
    expect(colored).toMatch(/\u001b\[1mtrivet dev/)
    expect(colored).toMatch(/\u001b\[36mGET\u001b\[39m {2}\/report {2}\u001b\[31m500/)
    screen.press("q")
    await screen.waitFor(/^trivet dev(?![^]*report)[^]*^ready /m)
    await fetch(`http://127.0.0.1:${port}/orders`)
    await screen.waitFor(/GET {2}\/orders {2}200/)
    expect(screen.text(true)).not.toContain("\u001b[3")
  })

  it("has ids at the level debug only, and then shows files and probes too", async () => {
    const port = await freePort()
    open(120, `PORT=${port} LOG_LEVEL=debug trivet dev`)
    await screen.waitFor(/^ready /m)
    await fetch(`http://127.0.0.1:${port}/orders`, { headers: { "x-request-id": "the-id" } })
    await screen.waitFor(/GET {2}\/orders {2}200 {2}\S+ ms {2}the-id/)
    await fetch(`http://127.0.0.1:${port}/assets/site.css`)
    expect(await screen.waitFor(/GET {2}\/assets\/site.css {2}200/)).not.toMatch(
      /GET {2}\/orders {2}200 {2}\S+ ms$/m,
    )
  })

  it("fits facts and routes to a terminal of 40 columns, and to another width after a change of it", async () => {
    const port = await freePort()
    open(40, `PORT=${port} trivet dev`)
    const narrow = await screen.waitFor(/^ready /m)
    for (const line of narrow.split("\n").filter((one) => !one.includes("http")))
      expect(line.length).toBeLessThan(41)
    screen.press("r")
    expect(await screen.waitFor(/middlewares of/)).toMatch(/^ {4}OrdersController\.report\n {4}src\/orders/m)
    screen.resize(160)
    await sleep(300)
    screen.press("r")
    await screen.waitFor(/^METHOD +PATH +HANDLER +GUARD +WHERE$/m)
  })

  it("opens the dashboard with d, and shows its address where there is no browser", async () => {
    const port = await freePort()
    open(120, "true")
    write(folder, { "xdg-open": `#!/bin/sh\necho "$1" > opened\n` })
    chmodSync(join(folder, "xdg-open"), 0o755)
    screen.type(`PORT=${port} trivet dev`)
    const shown = await screen.waitFor(/^ready /m)
    const url = /^dashboard {2}(\S+)$/m.exec(shown)![1]!
    screen.press("d")
    const opened = () => readFileSync(join(folder, "opened"), "utf8")
    await expect.poll(() => ignoreMissing(opened), { timeout: 15_000 }).toBe(`${url}\n`)
    write(folder, { "xdg-open": "#!/bin/sh\nexit 3\n" })
    screen.press("d")
    await screen.waitFor(new RegExp(`^ready [^]*^dashboard {2}${url.replaceAll(".", "\\.")}$`, "m"))
  })

  it("stops with q, stops for a moment with Ctrl-Z, and leaves the terminal alone in the background", async () => {
    const port = await freePort()
    open(120, `PORT=${port} trivet dev; echo ended $?`)
    await screen.waitFor(/^ready /m)
    screen.press("C-z")
    await screen.waitFor(/Stopped/)
    // The shell has its terminal back: what is typed is shown.
    screen.type("echo typed; bg")
    await screen.waitFor(/^typed$/m)
    expect((await fetch(`http://127.0.0.1:${port}/orders`)).status).toBe(200)
    screen.type("echo again")
    await screen.waitFor(/^again$/m)
    screen.type("fg")
    await screen.waitFor(/^fg$[^]*trivet dev|^\$ fg$/m)
    await sleep(1_500)
    screen.press("q")
    await screen.waitFor(/stopping/)
    await isGone(port)
  })
})

describe("trivet dev without a terminal", () => {
  it("prints plain lines, the log as JSON, and ends when its reader has gone", async () => {
    const port = await freePort()
    open(80, `PORT=${port} trivet dev < /dev/null 2>&1 | tee printed`)
    await screen.waitFor(/^ready /m)
    await fetch(`http://127.0.0.1:${port}/orders`)
    const printed = () => readFileSync(join(folder, "printed"), "utf8")
    await expect.poll(printed, { timeout: 15_000 }).toContain('"msg":"call"')
    expect(printed()).not.toContain("\u001b")
    expect(printed()).not.toMatch(/^keys/m)
    expect(printed()).toContain('"msg":"listening on http://localhost:')
    screen.press("C-c")
    await isGone(port)
    screen.type(`clear; PORT=${port} trivet dev | head -1; echo closed`)
    await screen.waitFor(/^closed$/m)
    await isGone(port)
  })
})

/** Waits until nothing listens. */
function isGone(port: number): Promise<void> {
  const ask = () => fetch(`http://127.0.0.1:${port}/orders`, { headers: { connection: "close" } })
  return until(async () => (await ask().catch(() => undefined)) === undefined)
}

function ignoreMissing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
