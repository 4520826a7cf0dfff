import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const program = join(import.meta.dirname, "programs/one-call.ts")

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs the program. `listening` is called with its address; then it is stopped. */
function start(
  env: Readonly<Record<string, string>>,
  listening: (url: string) => Promise<unknown> = async () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@trivet/source", program], {
    env: { ...process.env, NODE_ENV: "test", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let [output, errors] = ["", ""]
  let asked: Promise<unknown> | undefined
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
    const url = /listening on (http:[^\s"]+)/.exec(output)?.[1]
    if (url !== undefined) asked ??= listening(url).finally(() => child.kill("SIGTERM"))
  })
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (asked === undefined) resolve({ code, output, errors })
      else asked.then(() => resolve({ code, output, errors }), reject)
    })
  })
}

describe("serve(Module, options)", () => {
  it("starts, says where it listens and what is in memory only, serves, and stops on SIGTERM", async () => {
    const { code, output } = await start({}, async (url) => {
      expect(await (await fetch(`${url}/visits/ada`)).json()).toEqual({ visits: 1 })
    })
    expect(code).toBe(0)
    expect(output).toContain("in memory only, lost when this process ends: key-value store")
    expect(output).toContain("stopped")
  })

  it("prints the faults of boot alone, without the frame of the runtime, and exits with 1", async () => {
    const { code, output, errors } = await start({ WRONG: "boot" })
    expect([code, output]).toEqual([1, ""])
    expect(errors).toMatch(/^1 fault: the application was not started\n\n1\. TOKEN_MISSING\n/)
    expect(errors).not.toMatch(/Node\.js v|throw |node:internal|^\s+\^/m)
  })

  it("prints what is wrong with PORT, and where it was read", async () => {
    for (const PORT of ["http", "65536", "-1", "3000.5"]) {
      const { code, errors } = await start({ PORT })
      expect(code).toBe(1)
      expect(errors).toContain(
        `OPTION_INVALID: An option of \`serve()\` is invalid: \`PORT\` of the environment is "${PORT}"`,
      )
      expect(errors).toMatch(/one-call\.ts:\d+/)
      expect(errors).not.toContain("Node.js v")
    }
  })

  it("prints that the port is taken, after it has stopped what had started", async () => {
    const other = createServer()
    await new Promise<void>((open) => other.listen(0, open))
    try {
      const { code, output, errors } = await start({ PORT: String((other.address() as AddressInfo).port) })
      expect([code, output]).toEqual([1, "stopped\n"])
      expect(errors).toMatch(/^ADDRESS_IN_USE: /)
    } finally {
      other.close()
    }
  })

  it("stops and exits with 1 when an onServe() fails", async () => {
    const { code, output, errors } = await start({ WRONG: "onServe" })
    expect([code, output]).toEqual([1, "stopped\n"])
    expect(errors).toContain("`onServe()` of `Visits` failed: no poller")
  })
})
