import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"
import { Fault } from "../../fault/fault.ts"
import { dto } from "../../schema/dto/dto.ts"
import { config } from "./config.ts"
import type { ConfigNote } from "./config-notes.ts"
import { configNotesKey, inspectionKey } from "../../fault/global-keys.ts"

const run = promisify(execFile)
const Settings = dto({
  PORT: "integer,min=1",
  DEBUG: "boolean",
  DATABASE_URL: "required",
  SECRET: "required,min=32",
})

function refusal(read: () => unknown): Fault {
  try {
    read()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error("nothing was refused")
}

describe("config", () => {
  it("gives typed values", () => {
    const environment = { PORT: "8080", DEBUG: "true", DATABASE_URL: "postgres://x", SECRET: "s".repeat(32) }
    const settings = config(Settings, { environment })
    expect(settings).toEqual({
      PORT: 8080,
      DEBUG: true,
      DATABASE_URL: "postgres://x",
      SECRET: "s".repeat(32),
    })
    expectTypeOf(settings.PORT).toEqualTypeOf<number | undefined>()
    expectTypeOf(settings.DATABASE_URL).toEqualTypeOf<string>()
    // @ts-expect-error it is not among the variables that the schema names
    expect(settings.HOST).toBeUndefined()
  })

  it("takes an empty variable for an absent one", () => {
    const environment = { PORT: "", DEBUG: " ", DATABASE_URL: "x", SECRET: "s".repeat(32) }
    expect(config(Settings, { environment })).toEqual({ DATABASE_URL: "x", SECRET: "s".repeat(32) })
    expect(refusal(() => config(dto({ A: "required" }), { environment: { A: "" } })).issues).toEqual([
      { path: "A", message: "is not set" },
    ])
  })

  it("takes the bindings of an edge runtime: texts, numbers and booleans are variables, others are absent", () => {
    interface Env {
      readonly PORT: number
      readonly DEBUG: boolean
      readonly DATABASE_URL: string
      readonly SECRET: { get(key: string): Promise<string> }
    }
    const environment: Env = {
      PORT: 8080,
      DEBUG: true,
      DATABASE_URL: "x",
      SECRET: { get: () => Promise.resolve("") },
    }
    const { SECRET: _, ...others } = environment
    const schema = dto({ PORT: "integer", DEBUG: "boolean", DATABASE_URL: "required" })
    expect(config(schema, { environment })).toEqual(others)
    expect(refusal(() => config(Settings, { environment })).issues).toEqual([
      { path: "SECRET", message: "is not set" },
    ])
  })

  it("names every variable that is missing or wrong, at once, and no value", () => {
    const environment = { PORT: "eighty-eighty", DEBUG: "sure-thing", SECRET: "hunter2" }
    const fault = refusal(() => config(Settings, { environment }))
    expect(fault.code).toBe("CONFIG_INVALID")
    expect(fault.message).toMatchInlineSnapshot(`
      "Environment variables are missing or invalid:

         variable      problem                           expected
         PORT          must be a number                  a whole number, at least 1
         DEBUG         must be true or false             true or false
         DATABASE_URL  is not set                        a text
         SECRET        must have at least 32 characters  a text, at least 32 characters

         Values are not shown, because they may be secrets."
    `)
    expect(fault.where).toMatch(/config\.test\.ts:\d+:\d+$/)
  })

  it("takes any schema, its defaults and its own conversions", () => {
    const schema = z.strictObject({
      PORT: z.int().default(3000),
      MODE: z.enum(["fast", "safe"]),
      ORIGINS: z.array(z.url()),
      START: z.string().transform((text) => new Date(text)),
    })
    const environment = {
      MODE: "safe",
      ORIGINS: "https://a.example, https://b.example",
      START: "2026-01-01",
      PATH: "/bin",
    }
    const settings = config(schema, { environment })
    expect(settings).toEqual({
      PORT: 3000,
      MODE: "safe",
      ORIGINS: ["https://a.example", "https://b.example"],
      START: new Date("2026-01-01"),
    })
    expectTypeOf(settings.START).toEqualTypeOf<Date>()
  })

  it("says what a library's schema expects", () => {
    const schema = z.object({
      PORT: z.int().min(1).max(65_535),
      MODE: z.enum(["fast", "safe"]),
      MAIL: z.email(),
    })
    const fault = refusal(() => config(schema, { environment: { PORT: "0", MODE: "slow" } }))
    expect(fault.message).toMatchInlineSnapshot(`
      "Environment variables are missing or invalid:

         variable  problem                                        expected
         PORT      Too small: expected number to be >=1           a whole number, at least 1, at most 65535
         MODE      Invalid option: expected one of "fast"|"safe"  one of fast, safe
         MAIL      is not set                                     an e-mail address

         Values are not shown, because they may be secrets."
    `)
  })

  it.each([
    ["whole", (value: string) => `must be a number (was ${JSON.stringify(value)})`],
    ["cut short", (value: string) => `unexpected "${value.slice(0, 5)}…"`],
    ["in an issue of another variable", (value: string) => `differs from ${value}`, "OTHER"],
    ["in an issue of no variable", (value: string) => `together with ${value}`, ""],
  ])("hides a message that quotes a value: %s", (_, message, at = "TOKEN") => {
    const value = "correct horse battery"
    const schema = {
      "~standard": {
        version: 1 as const,
        vendor: "careless",
        validate: () => ({ issues: [{ message: message(value), path: at === "" ? [] : [at] }] }),
      },
    }
    const fault = refusal(() => config(schema, { environment: { TOKEN: value, OTHER: "something" } }))
    expect(fault.message).toContain("is not what is expected")
    for (const word of value.split(" "))
      expect(JSON.stringify([fault, fault.message, fault.stack])).not.toContain(word)
  })

  it("refuses a schema that has to be waited for", () => {
    const schema = z.object({ A: z.string().refine(async () => true) })
    expect(refusal(() => config(schema, { environment: { A: "x" } })).code).toBe("OPTION_INVALID")
  })

  it("does not find variables on the prototype", () => {
    expect(refusal(() => config(dto({ constructor: "required" }), { environment: {} })).code).toBe(
      "CONFIG_INVALID",
    )
  })
})

describe("config under inspection", () => {
  const globals = globalThis as { [configNotesKey]?: ConfigNote[]; [inspectionKey]?: unknown }
  beforeEach(() => {
    globals[inspectionKey] = () => undefined
  })
  afterEach(() => {
    delete globals[inspectionKey]
    delete globals[configNotesKey]
  })

  it("reports no fault, returns the values that are set, and notes what the application reads", () => {
    const environment = { PORT: "8080", SECRET: "hunter2" }
    expect(config(Settings, { environment })).toEqual({ PORT: 8080, SECRET: "hunter2" })
    expect(globals[configNotesKey]).toEqual([
      {
        where: expect.stringMatching(/config\.test\.ts:/) as string,
        variables: [
          { name: "PORT", expected: "a whole number, at least 1", required: false, problem: undefined },
          { name: "DEBUG", expected: "true or false", required: false, problem: undefined },
          { name: "DATABASE_URL", expected: "a text", required: true, problem: "is not set" },
          {
            name: "SECRET",
            expected: "a text, at least 32 characters",
            required: true,
            problem: "must have at least 32 characters",
          },
        ],
      },
    ])
  })
})

describe("a program with a wrong environment", () => {
  const folder = mkdtempSync(join(tmpdir(), "trivet-config-"))
  const program = join(folder, "main.mjs")
  const entry = new URL("../../index.ts", import.meta.url).href
  afterEach(() => rmSync(join(folder, ".env"), { force: true }))

  async function start(text: string, env: Record<string, string>) {
    writeFileSync(program, text)
    const bare = { PATH: process.env["PATH"] ?? "", ...env }
    try {
      return { code: 0, ...(await run(process.execPath, [program], { cwd: folder, env: bare })) }
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string }
    }
  }

  const six = `
    import { config, dto } from ${JSON.stringify(entry)}
    config(dto({ PORT: "integer", WORKERS: "integer,min=1", DEBUG: "boolean", ADMIN: "email", DATABASE_URL: "required",
      JWT_SECRET: "required,min=32", HOST: "" }))`
  const wrong = {
    PORT: "port-of-call",
    WORKERS: "0",
    DEBUG: "perhaps-so",
    ADMIN: "admin-at-example",
    JWT_SECRET: "too-short-secret",
    HOST: "fine-host",
  }

  it("ends, names all six mistakes, and prints no value", async () => {
    const { code, stdout, stderr } = await start(six, wrong)
    expect([code, stdout]).toEqual([1, ""])
    for (const name of ["PORT", "WORKERS", "DEBUG", "ADMIN", "DATABASE_URL", "JWT_SECRET"])
      expect(stderr.match(new RegExp(`^   ${name} +\\S`, "gm"))).toHaveLength(1)
    expect(stderr).not.toMatch(/^ {3}HOST/m)
    for (const value of Object.values(wrong).filter((text) => text.length > 1))
      expect(stderr).not.toContain(value)
    expect(stderr).toContain("fix: Set them where")
    expect(stderr).not.toMatch(/[{}]/)
    expect(stderr).toMatch(/at .*main\.mjs:3/)
  })

  it("ends in the same way when the application is put together", async () => {
    const text = `
      import { config, createApp, dto, module, provide, token } from ${JSON.stringify(entry)}
      import { api } from ${JSON.stringify(new URL("../../api.ts", import.meta.url).href)}
      const Settings = token("Settings")
      const read = () => config(dto({ PORT: "integer", JWT_SECRET: "required" }))
      await createApp(module({ name: "app", declarations: [provide(Settings, read)] }), { platform: api() })`
    const { code, stderr } = await start(text, { PORT: "port-of-call" })
    expect(code).toBe(1)
    expect(stderr).toMatch(/1 fault: the application was not started/)
    expect(stderr).toMatch(/^ {3}PORT +must be a number +a whole number$/m)
    expect(stderr).toMatch(/^ {3}JWT_SECRET +is not set +a text$/m)
    expect(stderr).not.toContain("port-of-call")
  })

  const echo = `
    import { config, dto } from ${JSON.stringify(entry)}
    console.log(JSON.stringify(config(dto({ FROM_FILE: "", FROM_BOTH: "integer" }))))`

  it("is helped by a file .env in development, which never overrides what is set", async () => {
    writeFileSync(join(folder, ".env"), 'FROM_FILE="in file"\nFROM_BOTH=1\n')
    const { stdout, stderr } = await start(echo, { FROM_BOTH: "2" })
    expect({ stderr, values: JSON.parse(stdout) as unknown }).toEqual({
      stderr: "",
      values: { FROM_FILE: "in file", FROM_BOTH: 2 },
    })
  })

  it.each(["production", "test"])("is not helped by it in %s, and does without it", async (mode) => {
    expect((await start(echo, {})).stdout).toBe("{}\n")
    writeFileSync(join(folder, ".env"), "FROM_FILE=x\n")
    expect((await start(echo, { NODE_ENV: mode })).stdout).toBe("{}\n")
  })
})
