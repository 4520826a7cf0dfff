import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, expect, it } from "vitest"

// What systemd does with its socket: it receives datagrams. Perl is in every Debian, and Node has no such sockets.
const receive = `use Socket; socket(S, PF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])) or die; $| = 1;
  print "bound\\n"; while (defined(recv(S, my $text, 4096, 0))) { print join(" ", split(/\\n/, $text)), "\\n"; }`

const program = `
import { get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

class Controller {
  routes() {
    return routes([get("/spin", this.spin)])
  }
  spin() {
    const end = Date.now() + 2_500
    while (Date.now() < end);
    return {}
  }
}
const { port } = await serve(module({ name: "app", declarations: [Controller] }), {
  platform: api(),
  port: 0,
  ...(process.env["WORKERS"] !== undefined && { workers: 2 }),
})
if (process.send !== undefined) process.send({ port })
`

let folder: string
let systemd: ChildProcess
let lines: string[]
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "trivet-systemd-"))
  lines = []
  systemd = spawn("perl", ["-e", receive, join(folder, "notify")], { stdio: ["ignore", "pipe", "inherit"] })
  createInterface(systemd.stdout!).on("line", (line) => lines.push(line))
  await once(systemd.stdout!, "data")
})

afterEach(async () => {
  for (const child of [...children.splice(0), systemd]) {
    child.kill("SIGKILL")
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  }
  rmSync(folder, { recursive: true })
})

async function start(env: Readonly<Record<string, string>>): Promise<number> {
  const file = join(import.meta.dirname, `.program-${process.pid}.ts`)
  writeFileSync(file, program)
  const notify = { NOTIFY_SOCKET: join(folder, "notify"), ...env }
  const child = spawn(process.execPath, ["--conditions=@trivet/source", file], {
    env: { ...process.env, ...notify },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  children.push(child)
  const [{ port }] = (await once(child, "message")) as [{ port: number }]
  rmSync(file)
  return port
}

const watchdogs = () => lines.filter((line) => line === "WATCHDOG=1").length

it("tells systemd that it serves, and that its event loop turns, until it does not", async () => {
  const port = await start({ WATCHDOG_USEC: "1000000" })
  await expect.poll(() => lines[1]).toContain("READY=1")
  await expect.poll(watchdogs, { timeout: 5_000 }).toBeGreaterThan(1)
  const spin = fetch(`http://127.0.0.1:${port}/spin`)
  // What was sent before may still arrive.
  await new Promise((go) => setTimeout(go, 700))
  const before = watchdogs()
  await new Promise((go) => setTimeout(go, 1_300))
  expect(watchdogs()).toBe(before)
  await spin
  await expect.poll(watchdogs, { timeout: 5_000 }).toBeGreaterThan(before)
}, 20_000)

it("tells it once with workers, by the supervisor", async () => {
  await start({ WORKERS: "1" })
  const readies = () => lines.filter((line) => line.includes("READY=1")).length
  await expect.poll(readies, { timeout: 5_000 }).toBe(1)
  await new Promise((go) => setTimeout(go, 300))
  expect(readies()).toBe(1)
}, 20_000)
