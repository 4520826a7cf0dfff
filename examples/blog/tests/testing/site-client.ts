import assert from "node:assert/strict"

/** A reply of the site that was read to its end. */
export interface SiteReply {
  readonly status: number
  readonly text: string
  readonly location: string
  readonly cookies: readonly string[]
  header(name: string): string
}

/** A browser without a screen: keeps cookies, sends forms as pages of the site would, follows nothing by itself. */
export class SiteClient {
  readonly url: string
  readonly cookies = new Map<string, string>()

  constructor(url: string) {
    this.url = url
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<SiteReply> {
    return this.#call("GET", path, headers)
  }

  /** Sends a form: plain, or with files. */
  post(
    path: string,
    fields: Readonly<Record<string, string>> | FormData = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SiteReply> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    return this.#call("POST", path, { "sec-fetch-site": "same-origin", origin: this.url, ...headers }, body)
  }

  /** Signs somebody new up. */
  async signUp(name = "Ada"): Promise<{ readonly email: string; readonly password: string }> {
    const member = { email: `${crypto.randomUUID()}@blog.example`, password: "a good password" }
    const reply = await this.post("/sign-up", { ...member, name })
    assert.equal(reply.status, 303, reply.text)
    return member
  }

  /** Writes a post and gives its path. */
  async write(title: string, content = "Some content", intent = "publish"): Promise<string> {
    const reply = await this.post("/write", { title, content, intent })
    assert.equal(reply.status, 303, reply.text)
    return reply.location
  }

  /** Whether the site knows who is calling. */
  async isSignedIn(): Promise<boolean> {
    return (await this.get("/desk")).status === 200
  }

  async #call(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: URLSearchParams | FormData,
  ): Promise<SiteReply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const reply = await fetch(this.url + path, {
      method,
      headers: { accept: "text/html", ...(cookie !== "" && { cookie }), ...headers },
      ...(body !== undefined && { body }),
      redirect: "manual",
    })
    const cookies = reply.headers.getSetCookie()
    for (const line of cookies) this.#keep(line)
    return {
      status: reply.status,
      text: await reply.text(),
      location: reply.headers.get("location") ?? "",
      cookies,
      header: (name) => reply.headers.get(name) ?? "",
    }
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (/Max-Age=0(?:;|$)/.test(line)) this.cookies.delete(name!)
    else this.cookies.set(name!, value!)
  }
}
