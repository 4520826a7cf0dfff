import { createTestDatabase } from "@trivet/postgres/testing"
import { provide } from "trivet"
import { createTestApp, type TestApp, type TestAppOptions, type TestReply } from "trivet/testing"
import { AppModule } from "../app-module.ts"
import { migrations } from "../database/database-module.ts"
import { Settings } from "../settings.ts"
import { siteOptions } from "../site/site-options.ts"

// Inside the process, or on a PostgreSQL server for tests, which is faster. No other variable counts.
const url = process.env["TEST_DATABASE_URL"] ?? "pglite://memory"

/**
 * The whole site in this process, without a socket, with a database of its own that ends with it. `replace` has what a test puts in
 * the place of a service.
 */
export async function createSite({ replace = [] }: Pick<TestAppOptions, "replace"> = {}): Promise<TestApp> {
  const database = await createTestDatabase({ url, migrations })
  // Cheap hashes save time.
  const settings: Settings = { DATABASE_URL: database.url, BCRYPT_COST: 4 }
  const app = await createTestApp(AppModule, {
    ...siteOptions,
    provide: [provide(Settings, () => settings)],
    replace,
  })
  const stop = async () => {
    await app.stop()
    await database.drop()
  }
  return { ...app, stop }
}

/** Keeps cookies and sends forms, as a browser does. It follows no redirect: a test says where it goes. */
export class Browser {
  readonly #app: TestApp
  readonly #cookies = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  get(path: string): Promise<TestReply> {
    return this.#send("GET", path)
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<TestReply> {
    return this.#send("POST", path, new URLSearchParams(fields).toString())
  }

  async #send(method: string, path: string, body?: string): Promise<TestReply> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = {
      accept: "text/html",
      "sec-fetch-site": "same-origin",
      cookie,
      ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
    }
    const reply = await this.#app.request(method, path, { headers, ...(body !== undefined && { body }) })
    for (const line of reply.headers.all("set-cookie")) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "") this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return reply
  }
}
