import { type ChildProcess, execFile, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { createApp } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"
import { createTestLog } from "trivet/testing"
import { web } from "trivet/web"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundleProgram } from "../../../../scripts/suite/bundle-program.ts"
import { startWorkers, type Workerd } from "../edge/start-workerd.ts"
import { ReturnedModule } from "./returned/app.ts"
import { returnedValues, type ReturnedValue, type Seen } from "./returned/values.ts"
import { programOf } from "./runtimes.ts"

type Platform = "api" | "web"
type Ask = (platform: Platform, path: string, accept: string) => Promise<Response>

const program = await bundleProgram(join(import.meta.dirname, "returned/program.ts"))
const places = ["handler", "middleware"]
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

const runtimes = [
  { name: "node 26", command: () => [programOf("use-node", "node", "26")] },
  { name: "node 24", command: () => [programOf("use-node", "node", "24")] },
  { name: "bun", command: () => [programOf("use-bun", "bun")] },
  { name: "deno", command: () => [programOf("use-deno", "deno"), "run", "--allow-all"] },
]

/** A response in the form that the table has. Of a page only the part counts that the table names. */
async function read(response: Response, wanted: Seen): Promise<Seen> {
  const { status } = response
  const text = await response.text()
  const type = response.headers.get("content-type") ?? ""
  if (type.startsWith("application/json")) return { status, json: JSON.parse(text) as unknown }
  if (!type.startsWith("text/html")) return { status, text }
  return { status, page: "page" in wanted && text.includes(wanted.page) ? wanted.page : text }
}

/** The table for handlers, or for middlewares. */
function valuesBy(place: string): readonly ReturnedValue[] {
  if (place === "handler") return returnedValues
  return returnedValues.map((value) => ({ ...value, ...value.byMiddleware }))
}

function tableOf(ask: () => Ask): void {
  describe.each(places)("returned by a %s", (place) => {
    it.each(valuesBy(place))(
      "$name",
      async ({ name, api: usual, people = usual, programs = usual }: ReturnedValue) => {
        const path = `/${place}/${name}`
        expect(await read(await ask()("api", path, "*/*"), usual)).toEqual(usual)
        expect(await read(await ask()("web", path, browser), people)).toEqual(people)
        expect(await read(await ask()("web", path, "application/json"), programs)).toEqual(programs)
      },
    )
  })
}

describe.each(runtimes)("values over HTTP on $name", ({ command }) => {
  let child: ChildProcess
  let ports: Readonly<Record<Platform, number>>
  beforeAll(async () => {
    const [file, ...args] = command() as [string]
    child = spawn(file, [...args, program, "serve"], { stdio: ["ignore", "pipe", "inherit"] })
    ports = await new Promise((give, fail) => {
      child.once("exit", (code) => fail(new Error(`the server ended with ${code} before it listened`)))
      createInterface(child.stdout!).once("line", (line) => give(JSON.parse(line) as typeof ports))
    })
  })
  afterAll(() => void child?.kill("SIGKILL"))
  tableOf(
    () => (platform, path, accept) =>
      fetch(`http://127.0.0.1:${ports[platform]}${path}`, { headers: { accept } }),
  )
})

describe("values over HTTP on workerd", () => {
  let workerd: Workerd
  beforeAll(async () => {
    const file = join(import.meta.dirname, "returned/worker.ts")
    workerd = await startWorkers({
      api: { file, bindings: { PLATFORM: "api" } },
      web: { file, bindings: { PLATFORM: "web" } },
    })
  })
  afterAll(() => workerd?.stop())
  tableOf(
    () => (platform, path, accept) =>
      fetch(`http://127.0.0.1:${workerd.ports[platform]}${path}`, { headers: { accept } }),
  )
})

describe("values in process", async () => {
  const { log } = createTestLog()
  const apps = {
    api: toFetch(await createApp(ReturnedModule, { platform: api(), log })),
    web: toFetch(await createApp(ReturnedModule, { platform: web(), log })),
  }
  tableOf(
    () => async (platform, path, accept) =>
      apps[platform](new Request(`http://127.0.0.1${path}`, { headers: { accept } })),
  )
})

/** What each command wrote, by its mark. */
function piecesOf(text: string): Map<string, string> {
  const pieces = text.split("\0")
  return new Map(pieces.flatMap((mark, at) => (at % 2 === 1 ? [[mark, pieces[at - 1]!] as const] : [])))
}

describe.each(runtimes)("values of commands on $name", ({ command }) => {
  let out: Map<string, string>
  let err: Map<string, string>
  beforeAll(async () => {
    const [file, ...args] = command() as [string]
    const ended = await promisify(execFile)(file, [...args, program, "run"])
    out = piecesOf(ended.stdout)
    err = piecesOf(ended.stderr)
  })

  describe.each(places)("returned by a %s", (place) => {
    it.each(valuesBy(place))("$name", ({ name, cli }) => {
      const mark = `${place}/${name} ${cli.code}`
      expect([...out.keys()]).toContain(mark)
      expect(out.get(mark)).toBe(cli.out ?? "")
      if (cli.err === undefined) expect(err.get(mark)).toBe("")
      else expect(err.get(mark)).toContain(cli.err)
    })
  })
})
