import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { createCertificate } from "../../../../deploy/testing/certificate.ts"
import { SmtpMailer, type SmtpOptions } from "../../src/index.ts"
import { MailServer } from "./mail-server.ts"
import { type Script, ScriptedServer } from "./scripted-server.ts"

const least = { to: "ann@example.com", subject: "a", text: "b" }
const ended: (() => unknown)[] = []
let folder: string
let pair: { readonly key: string; readonly cert: string }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-mail-"))
  const { certificate, key } = createCertificate(folder)
  pair = { key: readFileSync(key, "utf8"), cert: readFileSync(certificate, "utf8") }
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

function mailerOf(url: string, options: Partial<SmtpOptions> = {}): SmtpMailer {
  const mailer = new SmtpMailer("shop@example.com", { url, ...options })
  ended.push(() => mailer.onStop())
  return mailer
}
async function scripted(script: Script, greeting?: string): Promise<ScriptedServer> {
  const server = await ScriptedServer.start(script, greeting)
  ended.push(() => server.stop())
  return server
}
async function serverOf(options: Parameters<typeof MailServer.start>[0]): Promise<MailServer> {
  const server = await MailServer.start(options)
  ended.push(() => server.stop())
  return server
}
/** Sends a mail, and returns the fault and how long it took. */
async function failureOf(
  mailer: SmtpMailer,
): Promise<{ code: unknown; message: string; milliseconds: number }> {
  const began = performance.now()
  const failure = (await mailer.send(least).catch((error: unknown) => error)) as Error & { code: unknown }
  return { code: failure.code, message: failure.message, milliseconds: performance.now() - began }
}

const never: Script = () => true
const silentAt =
  (start: string): Script =>
  (line) =>
    line.startsWith(start)

describe("a server that stops answering", () => {
  it.each([
    ["before the greeting", never, ""],
    ["after EHLO", silentAt("EHLO"), undefined],
    ["after MAIL", silentAt("MAIL"), undefined],
    ["after RCPT", silentAt("RCPT"), undefined],
    ["after DATA", silentAt("DATA"), undefined],
    ["after the mail", silentAt("."), undefined],
  ])("%s is unavailable after the timeout", async (_, script, greeting) => {
    const server = await scripted(script, greeting)
    const failure = await failureOf(mailerOf(server.url, { connectTimeout: 300, timeout: 300 }))
    expect(failure.code).toBe("MAIL_SERVER_UNAVAILABLE")
    expect(failure.milliseconds).toBeGreaterThan(250)
    expect(failure.milliseconds).toBeLessThan(5_000)
    await expect.poll(() => server.open).toBe(0)
  })

  it("but sends single bytes is unavailable after `sendTimeout`, and the next mail has a new connection", async () => {
    let isSlow = true
    const timers: ReturnType<typeof setInterval>[] = []
    const server = await scripted((line, socket) => {
      if (!isSlow || !line.startsWith("MAIL")) return false
      timers.push(setInterval(() => socket.write("2"), 50))
      return true
    })
    const mailer = mailerOf(server.url, { timeout: 300, sendTimeout: 1_000 })
    const failure = await failureOf(mailer)
    for (const timer of timers) clearInterval(timer)
    expect(failure.message).toMatch(/the mail was not accepted within 1000 ms/)
    expect(failure.milliseconds).toBeLessThan(5_000)
    await expect.poll(() => server.open).toBe(0)
    isSlow = false
    expect(await mailer.send(least)).toMatchObject({ rejected: [] })
  })

  it("does not keep the process from stopping", async () => {
    const server = await scripted(silentAt("MAIL"))
    const source = `import { SmtpMailer } from "@trivet/mail"
      const mailer = new SmtpMailer("shop@example.com", { url: ${JSON.stringify(server.url)}, stopTimeout: 200, maxConnections: 1 })
      const mails = [1, 2].map((at) => mailer.send({ to: "ann@example.com", subject: String(at), text: "b" }))
      setTimeout(() => void mailer.onStop(), 500)
      for (const { reason } of await Promise.allSettled(mails)) console.log(reason.code)`
    const child = spawn(
      process.execPath,
      ["--conditions=@trivet/source", "--input-type=module", "-e", source],
      {
        cwd: join(import.meta.dirname, "../.."),
        stdio: ["ignore", "pipe", "inherit"],
      },
    )
    let output = ""
    child.stdout.on("data", (chunk) => (output += String(chunk)))
    const [code] = (await once(child, "close")) as [number]
    expect([code, output]).toEqual([0, "MAIL_SERVER_UNAVAILABLE\nMAIL_STOPPED\n"])
  })
})

describe("a connection", () => {
  it("that is refused is a fault which names the server", async () => {
    const server = await MailServer.start()
    const { url } = server
    await server.stop()
    const failure = await failureOf(mailerOf(url))
    expect(failure.code).toBe("MAIL_SERVER_UNAVAILABLE")
    expect(failure.message).toMatch(/^The mail server 127\.0\.0\.1:\d+ is not available: .*ECONNREFUSED/)
  })

  it.each(["Subject: a", "."])(
    "that is dropped at %j fails the mail, which is not sent again by itself",
    async (at) => {
      const server = await scripted((line, socket) => {
        if (line === at) socket.destroy()
        return line === at
      })
      expect((await failureOf(mailerOf(server.url))).code).toBe("MAIL_SERVER_UNAVAILABLE")
      expect(server.lines.filter((line) => line === "DATA")).toHaveLength(1)
    },
  )

  it("that the server closed while it was idle is replaced without an error", async () => {
    const server = await scripted((line, socket) => {
      if (line === ".") setTimeout(() => socket.end(), 50)
      return false
    })
    const mailer = mailerOf(server.url)
    for (let at = 0; at < 3; at++) {
      await mailer.send(least)
      await expect.poll(() => server.open).toBe(0)
    }
  })
})

describe("TLS", () => {
  const onAuth: NonNullable<Parameters<typeof MailServer.start>[0]>["onAuth"] = (
    { username, password },
    _,
    done,
  ) => done(null, password === "right:/@" ? { user: username } : {})

  it("is refused without a certificate that the machine trusts, by STARTTLS and from the start", async () => {
    const [later, first] = [
      await serverOf({ ...pair, disabledCommands: [] }),
      await serverOf({ ...pair, secure: true }),
    ]
    for (const url of [`smtp://localhost:${later.port}?tls=required`, `smtps://localhost:${first.port}`]) {
      const failure = await failureOf(mailerOf(url))
      expect(failure, url).toMatchObject({ code: "MAIL_SERVER_UNTRUSTED" })
      expect(failure.message).toMatch(/self-signed certificate/)
    }
    expect([...later.mails, ...first.mails]).toEqual([])
  })

  it("works with `ca`, and not for another name", async () => {
    const [later, first] = [
      await serverOf({ ...pair, disabledCommands: [] }),
      await serverOf({ ...pair, secure: true }),
    ]
    const options = { ca: pair.cert }
    await mailerOf(`smtp://localhost:${later.port}?tls=required`, options).send(least)
    await mailerOf(`smtps://localhost:${first.port}`, options).send(least)
    expect([later.mails.length, first.mails.length]).toEqual([1, 1])
    for (const url of [`smtp://127.0.0.1:${later.port}?tls=required`, `smtps://127.0.0.1:${first.port}`])
      expect((await failureOf(mailerOf(url, options))).code, url).toBe("MAIL_SERVER_UNTRUSTED")
  })

  it("is required: a server without STARTTLS gets neither the password nor the mail", async () => {
    const server = await scripted((line, _, answer) => {
      if (line === "STARTTLS") answer("502 no")
      else if (line.startsWith("EHLO")) answer("250-here\r\n250 AUTH PLAIN LOGIN")
      else return false
      return true
    })
    const url = server.url.replace("smtp://", "smtp://ann:hush@")
    const failure = await failureOf(mailerOf(`${url}?tls=required`))
    expect(failure.code).toBe("MAIL_SERVER_UNTRUSTED")
    expect(server.lines.filter((line) => !/^(?:EHLO|STARTTLS|QUIT)/.test(line))).toEqual([])
  })

  it.each(["454 not now", "500 what?"])("is required: STARTTLS answered with %s", async (reply) => {
    const server = await scripted((line, _, answer) => {
      if (line.startsWith("EHLO")) answer("250-here\r\n250 STARTTLS")
      else if (line === "STARTTLS") answer(reply)
      else return false
      return true
    })
    const failure = await failureOf(mailerOf(`${server.url}?tls=required`))
    expect(failure.code).toBe("MAIL_SERVER_UNTRUSTED")
    expect(server.lines.some((line) => line.startsWith("MAIL"))).toBe(false)
  })

  it.each(["220 go\r\n250-evil\r\n250 AUTH PLAIN", "250 fine"])("does not begin with %j", async (reply) => {
    // What follows in the same packet would count as said over TLS.
    const server = await scripted((line, _, answer) => {
      if (line.startsWith("EHLO")) answer("250-here\r\n250 STARTTLS")
      else if (line === "STARTTLS") answer(reply)
      else return false
      return true
    })
    const failure = await failureOf(
      mailerOf(`${server.url.replace("//", "//ann:hush@")}?tls=required`, { timeout: 500 }),
    )
    expect(failure.code).toMatch(/^MAIL_SERVER_UN/)
    expect(server.lines.some((line) => /^(?:AUTH|MAIL)/.test(line))).toBe(false)
  })

  it("logs in with a user and a password of special characters", async () => {
    const server = await serverOf({ ...pair, disabledCommands: [], authOptional: false, onAuth })
    await mailerOf(`smtp://ann%40a.example:right%3A%2F%40@localhost:${server.port}?tls=required`, {
      ca: pair.cert,
    }).send(least)
    expect(server.mails).toHaveLength(1)
  })

  it("reports a login that the server rejects, without the password", async () => {
    const server = await serverOf({ ...pair, disabledCommands: [], authOptional: false, onAuth })
    const mailer = mailerOf(`smtp://ann:hush-hush@localhost:${server.port}?tls=required`, { ca: pair.cert })
    const failure: unknown = await mailer.send(least).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: "MAIL_LOGIN_REJECTED" })
    expect((failure as Error).message).toMatch(/rejected the user `ann`: 535 /)
    const secrets = [/hush-hush/, new RegExp(Buffer.from("\0ann\0hush-hush").toString("base64"))]
    for (const secret of secrets)
      expect(inspect(failure, { depth: 10, showHidden: true })).not.toMatch(secret)
    // Anyone may read the note.
    await expect.poll(() => mailer.onHealth()).toBe("mails cannot be sent")
  })
})

describe("onHealth()", () => {
  it("has a note while mails cannot be sent, and asks the server once a minute", async () => {
    const server = await serverOf({})
    const mailer = mailerOf(server.url)
    expect([await mailer.onHealth(), await mailer.onHealth()]).toEqual([undefined, undefined])
    await expect.poll(() => server.connections).toBe(1)
    const lost = mailerOf("smtp://127.0.0.1:1")
    await expect.poll(() => lost.onHealth()).toBe("mails cannot be sent")
  })

  it("does not wait for a server that is silent", async () => {
    const server = await scripted(never, "")
    const mailer = mailerOf(server.url, { connectTimeout: 60_000 })
    expect(await mailer.onHealth()).toBeUndefined()
  })

  it("reports what the newest check found, when an older one ends later", async () => {
    const checks: ((reply: string) => void)[] = []
    const server = await scripted((line, _, answer) => {
      if (!line.startsWith("EHLO")) return false
      checks.push(answer)
      return checks.length === 1
    })
    const mailer = mailerOf(server.url, { timeout: 10_000 })
    await mailer.onHealth()
    await expect.poll(() => checks.length).toBe(1)
    const real = performance.now.bind(performance)
    const clock = vi.spyOn(performance, "now").mockImplementation(() => real() + 61_000)
    await mailer.onHealth()
    await expect.poll(() => checks.length).toBe(2)
    await expect.poll(() => server.lines.some((line) => line === "QUIT")).toBe(true)
    checks[0]!("421 too busy")
    await expect.poll(() => server.open).toBe(0)
    await new Promise(setImmediate)
    expect(await mailer.onHealth()).toBeUndefined()
    clock.mockRestore()
  })
})

describe("a mail that waits for a connection", () => {
  it("is given up with its signal, and never sent", async () => {
    let go: (() => void) | undefined
    const server = await scripted((line, _, answer) => {
      if (go !== undefined || !line.startsWith("MAIL")) return false
      go = () => answer("250 ok")
      return true
    })
    const mailer = mailerOf(server.url, { maxConnections: 1 })
    const first = mailer.send(least)
    await expect.poll(() => go).toBeDefined()
    const controller = new AbortController()
    const second = mailer.send({ ...least, to: "ben@example.com" }, { signal: controller.signal })
    const third = mailer.send({ ...least, to: "cid@example.com" })
    const reason = new Error("the call has ended")
    controller.abort(reason)
    await expect(second).rejects.toBe(reason)
    go!()
    await Promise.all([first, third])
    const recipients = server.lines.filter((line) => line.startsWith("RCPT"))
    expect(recipients).toEqual(["RCPT TO:<ann@example.com>", "RCPT TO:<cid@example.com>"])
    const given = mailer.send(least, { signal: controller.signal })
    await expect(given).rejects.toBe(reason)
  })
})
