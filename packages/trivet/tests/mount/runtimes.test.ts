import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { programOf } from "../conformance/runtimes.ts"
import { overHttp, type Way } from "./answer.ts"
import { createLibraries } from "./libraries.ts"

const libraries = await createLibraries()
const condition = "--conditions=@trivet/source"
const runtimes: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  Bun: [programOf("use-bun", "bun"), condition],
  Deno: [programOf("use-deno", "deno"), "run", "--allow-all", condition],
}

describe.each(Object.entries(runtimes))("on %s", (_, [program, ...args]) => {
  let child: ChildProcess
  let ports: Readonly<Record<string, number>>
  beforeAll(async () => {
    const file = join(import.meta.dirname, "programs/serve-libraries.ts")
    child = spawn(program, [...args, file], { stdio: ["ignore", "pipe", "ignore"] })
    const [line] = (await once(createInterface(child.stdout!), "line")) as [string]
    ports = JSON.parse(line) as Record<string, number>
  })
  afterAll(async () => {
    const ended = once(child, "exit")
    child.kill("SIGKILL")
    await ended
  })

  it.each(Object.entries(libraries))(
    "%s, mounted, replies as it does alone on Node",
    async (name, { alone }) => {
      const bare: Way = await alone()
      const way = overHttp(ports[name]!, async () => undefined)
      const sent = { headers: { "content-type": "text/plain", "x-mark": "m" }, body: "a body" }
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        expect(await way.send(method, "/m/echo/a%2Fb?c=d", sent), method).toEqual(
          await bare.send(method, "/m/echo/a%2Fb?c=d", sent),
        )
      for (const method of ["GET", "HEAD", "DELETE"])
        expect(await way.send(method, "/m/echo/x"), method).toEqual(await bare.send(method, "/m/echo/x"))
      await bare.stop()
    },
  )
})
