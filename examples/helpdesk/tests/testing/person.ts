import assert from "node:assert/strict"
import { type Client, createClient } from "trivet/client"
import type { TestApp, TestReply } from "trivet/testing"
import { TicketsApi } from "../../src/api/tickets-contract.ts"
import { PaymentsApi } from "../../src/payments/payments-contract.ts"

/** That of every person. */
export const password = "correct horse"

/** An open stream of a page. */
export interface LiveStream {
  /** The ids of its events, in their order. */
  readonly ids: readonly string[]
  /** Fulfilled when the server ends it. */
  readonly ended: Promise<void>
}

/** Somebody at a browser, which keeps cookies and sends forms. It follows no redirect: a test says where it goes. */
export class Person {
  readonly name: string
  readonly email: string
  readonly #app: TestApp
  readonly #cookies = new Map<string, string>()

  private constructor(app: TestApp, name: string, email: string) {
    this.#app = app
    this.name = name
    this.email = email
  }

  static async signUp(app: TestApp, name: string): Promise<Person> {
    const person = new Person(app, name, `${name.toLowerCase()}-${crypto.randomUUID()}@example.org`)
    const reply = await person.post("/sign-up", { email: person.email, password, name })
    assert.equal(reply.status, 303, reply.text())
    return person
  }

  /** The same browser, with the cookies that it has now, for another start of the application. */
  on(app: TestApp): Person {
    const person = new Person(app, this.name, this.email)
    for (const [name, value] of this.#cookies) person.#cookies.set(name, value)
    return person
  }

  /** The same person at another browser, without cookies. */
  static fresh(app: TestApp, { name, email }: Person): Person {
    return new Person(app, name, email)
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestReply> {
    return this.#send("GET", path, headers)
  }

  /** Sends a form; with a file as browsers send one. */
  async post(path: string, fields: Readonly<Record<string, string | File>> = {}): Promise<TestReply> {
    const hasFile = Object.values(fields).some((value) => value instanceof File)
    const form = hasFile ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
    const sent = new Request("http://localhost", { method: "POST", body: form })
    const headers = { "content-type": sent.headers.get("content-type")! }
    return this.#send("POST", path, headers, new Uint8Array(await sent.arrayBuffer()))
  }

  /** Begins a ticket, of an organisation if its path is given, and returns the path of the ticket. */
  async open(title: string, text = "It makes no sound.", file?: File, org = ""): Promise<string> {
    const reply = await this.post(`${org}/tickets`, {
      title,
      text,
      ...(file !== undefined && { attachment: file }),
    })
    assert.equal(reply.status, 303, reply.text())
    return reply.headers.get("location")!
  }

  /** Opens a stream, as the script of a page does. */
  async stream(path: string): Promise<LiveStream> {
    const reply = await this.#app.fetch(
      new Request(this.#app.url + path, { headers: { cookie: this.#cookie } }),
    )
    assert.equal(reply.status, 200)
    const ids: string[] = []
    const read = async () => {
      for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream()))
        ids.push(...[...chunk.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id!))
    }
    return { ids, ended: read() }
  }

  /** A client of the API with a new key of this person. */
  async client(): Promise<Client<typeof TicketsApi>> {
    return createClient(TicketsApi, { ...this.#app, headers: await this.newKey() })
  }

  /** A client that pays, with a new key. */
  async payer(): Promise<Client<typeof PaymentsApi>> {
    return createClient(PaymentsApi, { ...this.#app, headers: await this.newKey(), retry: 0 })
  }

  /** The header with a new API key of this person. */
  async newKey(): Promise<{ "x-api-key": string }> {
    const page = (await this.post("/account/keys", { name: "test", password })).text()
    return { "x-api-key": /id="key" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page) }
  }

  get #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  async #send(
    method: string,
    path: string,
    given: Readonly<Record<string, string>>,
    body?: Uint8Array,
  ): Promise<TestReply> {
    const headers = { accept: "text/html", "sec-fetch-site": "same-origin", cookie: this.#cookie, ...given }
    const reply = await this.#app.request(method, path, { headers, ...(body !== undefined && { body }) })
    for (const line of reply.headers.all("set-cookie")) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "") this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return reply
  }
}
