import { describe, expect, it } from "vitest"
import { module } from "../index.ts"
import { createTestApp } from "../testing.ts"

interface Mail {
  readonly to: readonly { readonly address: string }[]
  readonly subject: string
  readonly text: string
}

const mailsKey: unique symbol = Symbol.for("trivet.mails")
const jobsKey: unique symbol = Symbol.for("trivet.jobs")

/** Mails that jobs write, stored as `@trivet/mail` and `@trivet/jobs` do. */
class Desk {
  readonly due: Mail[] = []
  readonly mails: Mail[] = []
  readonly [mailsKey] = this
  readonly [jobsKey] = this
  #running = false

  async runDue(): Promise<number> {
    // Like jobs: those that another call runs are not due.
    if (this.#running) return 0
    this.#running = true
    await new Promise((done) => setTimeout(done, 5))
    this.mails.push(...this.due.splice(0))
    this.#running = false
    return 1
  }
}

async function start() {
  const App = module({ name: "app", declarations: [Desk] })
  const app = await createTestApp(App)
  const { due } = app.get(Desk)
  const add = (subject: string, ...to: readonly string[]) =>
    due.push({ to: to.map((address) => ({ address })), subject, text: `text of ${subject}` })
  return { app, add }
}

describe("mailTo()", () => {
  it("runs due jobs, and returns the mails to an address, the oldest first, each once", async () => {
    const { app, add } = await start()
    add("1", "ada@example.com")
    add("2", "bob@example.com", "Ada@example.com")
    expect(await app.mailTo("ADA@example.com")).toMatchObject({ subject: "1", text: "text of 1" })
    expect(await app.mailTo("ada@example.com")).toMatchObject({ subject: "2" })
    await expect(app.mailTo("ada@example.com")).rejects.toThrow("no further mail to ada@example.com")
    add("3", "ada@example.com")
    expect(await app.mailTo("ada@example.com")).toMatchObject({ subject: "3" })
  })

  it("returns the next mail with a text that matches, and keeps the others", async () => {
    const { app, add } = await start()
    for (const subject of ["1", "2", "3"]) add(subject, "ada@example.com")
    expect(await app.mailTo("ada@example.com", /of [23]/)).toMatchObject({ subject: "2" })
    expect(await app.mailTo("ada@example.com", /of [23]/)).toMatchObject({ subject: "3" })
    await expect(app.mailTo("ada@example.com", /of [23]/)).rejects.toThrow("no further mail")
    expect(await app.mailTo("ada@example.com")).toMatchObject({ subject: "1" })
  })

  it("waits for jobs that another call runs", async () => {
    const { app, add } = await start()
    add("1", "ada@example.com")
    add("2", "bob@example.com")
    const mails = await Promise.all([app.mailTo("ada@example.com"), app.mailTo("bob@example.com")])
    expect(mails.map(({ subject }) => subject)).toEqual(["1", "2"])
  })

  it("rejects if the application keeps no mails", async () => {
    const app = await createTestApp(module({ name: "app" }))
    await expect(app.mailTo("ada@example.com")).rejects.toThrow("keeps no mails. Unset MAIL_URL")
  })
})
