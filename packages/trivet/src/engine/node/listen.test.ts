import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import { createApp } from "../create-app.ts"
import { isFault } from "../../fault/fault.ts"
import { module } from "../../module/module.ts"
import { api } from "../../platform/api/api.ts"
import type { ServeOptions } from "./serve-options.ts"
import { serve } from "./serve.ts"

const app = await createApp(module({ name: "empty" }), { platform: api() })

async function refused(options: ServeOptions): Promise<Readonly<Record<"code" | "message" | "fix", string>>> {
  const thrown: unknown = await serve(app, { ...options, signals: false }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!isFault(thrown)) throw new Error("it was not refused with a fault", { cause: thrown })
  expect(thrown.where).toContain("listen.test.ts:")
  const { code, message, fix } = thrown
  return { code, message, fix }
}

describe("serve() where it cannot listen", () => {
  it("says that another program has the port, and serves elsewhere afterwards", async () => {
    const first = await serve(app, { port: 0, signals: false })
    const { code, message, fix } = await refused({ port: first.port })
    expect(code).toBe("ADDRESS_IN_USE")
    expect(message).toBe(`Cannot listen on port ${first.port}: it is already in use.`)
    expect(fix).toContain(`lsof -i :${first.port}`)
    const second = await serve(app, { port: 0, signals: false })
    expect((await fetch(`${second.url}/nothing`)).status).toBe(404)
    await Promise.all([first.stop(), second.stop()])
  })

  it("says that the address is not of this machine", async () => {
    const { code, message } = await refused({ port: 0, host: "203.0.113.7" })
    expect(code).toBe("ADDRESS_REFUSED")
    expect(message).toContain("203.0.113.7:0: this machine has no such address")
  })

  it.each([Number.NaN, -1, 65_536, 1.5])("refuses the port %s by name", async (port) => {
    const { code, message } = await refused({ port })
    expect(code).toBe("OPTION_INVALID")
    expect(message).toMatch(new RegExp(`its .port. is ${port}\\b.*, not a whole number from 0 to 65535`))
  })

  it.each([0, -1, 1.5, Number.NaN, 5_000])("refuses %s workers by name", async (workers) => {
    const { code, message } = await refused({ workers })
    expect(code).toBe("OPTION_INVALID")
    expect(message).toContain(
      `its \`workers\` is ${workers}, neither "auto" nor a whole number from 1 to 1024`,
    )
  })

  it("ends a program that does not catch it with what to do, and without the framework's frames", async () => {
    const other = createServer().listen(0)
    await once(other, "listening")
    const { port } = other.address() as { port: number }
    const hello = join(import.meta.dirname, "../../../../../examples/hello/src/main.ts")
    const child = spawn(process.execPath, ["--conditions=@trivet/source", hello], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    })
    const [printed] = await Promise.all([text(child.stderr), once(child, "exit")])
    other.close()
    expect(child.exitCode).toBe(1)
    expect(printed).toContain(`ADDRESS_IN_USE: Cannot listen on port ${port}`)
    expect(printed).toMatch(/fix: Stop the program[^]*at .*main\.ts:\d+/)
    expect(printed).not.toContain("engine/node")
    expect(printed).not.toContain("details:")
  })
})
