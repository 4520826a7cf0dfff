import {
  Clock,
  type Context,
  get,
  inject,
  KeyValue,
  MemoryKeyValue,
  module,
  type Module,
  provide,
  type Route,
} from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { web } from "trivet/web"
import { auth, SessionAuth } from "../../src/index.ts"
import {
  Identities,
  MemoryIdentities,
  openid,
  type OpenidPerson,
  type OpenidSettings,
} from "../../src/openid.ts"
import { createSession, secret } from "../testing/test-auth.ts"

/** The users of a site, by their id. */
export class Users {
  readonly all = new Map<string, { readonly email: string | undefined }>()
  /** Everybody who came from a provider. */
  readonly seen: OpenidPerson[] = []

  /** As a site does it whose users have addresses of their own: an address that is known belongs to somebody else. */
  async accept(person: OpenidPerson): Promise<string | undefined> {
    this.seen.push(person)
    if (person.userId !== undefined) return this.all.has(person.userId) ? person.userId : undefined
    const isTaken = [...this.all.values()].some(({ email }) => email !== undefined && email === person.email)
    return isTaken ? undefined : this.add(person.email)
  }

  add(email: string | undefined): string {
    const id = `u${this.all.size + 1}`
    this.all.set(id, { email })
    return id
  }
}

class Pages {
  readonly #identities = inject(Identities)

  routes(): readonly Route[] {
    return [get("/me", this.me, { middlewares: [SessionAuth] })]
  }
  async me(ctx: Context<string, "user_id">) {
    const id = ctx.get("user_id")
    return { id, identities: await this.#identities.list(id) }
  }
}

/** Which provider has which name, and settings that differ from the usual ones. */
export interface Providers {
  readonly providers: Readonly<Record<string, string>>
  readonly settings?: Partial<OpenidSettings>
  readonly origin?: string
}

/** The modules of a site with sign-in at some providers. */
export function siteOf({ providers, settings, origin = "http://localhost:3000" }: Providers): Module {
  const stores = module({
    name: "stores",
    exports: [KeyValue, Identities, Users],
    declarations: [
      provide(KeyValue, () => new MemoryKeyValue(inject(Clock))),
      provide(Identities, () => new MemoryIdentities()),
      Users,
    ],
  })
  const pieces = auth({ settings: { secret, issuer: "tests" }, imports: [stores] })
  const logins = Object.entries(providers).map(([name, issuer]) =>
    openid({
      name,
      imports: [pieces, stores],
      settings: () => {
        const users = inject(Users)
        return {
          issuer,
          origin,
          clientId: "client",
          clientSecret: "the client's secret",
          accept: (person) => users.accept(person),
          ...settings,
        }
      },
    }),
  )
  return module({ name: "site", imports: [pieces, stores, ...logins], declarations: [Pages] })
}

/** A browser on a site in process: it keeps cookies. */
export class Visitor {
  readonly app: TestApp
  readonly cookies = new Map<string, string>()

  constructor(app: TestApp) {
    this.app = app
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const reply = await this.app.request("GET", path, {
      headers: { accept: "text/html", cookie, ...headers },
    })
    for (const line of reply.headers.all("set-cookie")) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line)!
      if (line.includes("Max-Age=0")) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }

  /** Begins a sign-in, and returns the address at the provider. */
  async begin(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const reply = await this.get(path, headers)
    if (reply.status !== 303) throw new Error(`${path} answered ${reply.status}`)
    return reply.headers.get("location")!
  }

  /** Signs in to an account of the site without a provider. */
  async signInAs(userId: string): Promise<void> {
    this.cookies.set("session_id", await createSession(this.app, userId))
  }

  /** Who is signed in. */
  async who(): Promise<unknown> {
    const reply = await this.get("/me", { accept: "application/json" })
    return reply.status === 200 ? (reply.json() as { readonly id: string }).id : undefined
  }
}

/** A site in process, in production, as a visitor sees it. */
export async function startSite(providers: Providers): Promise<TestApp> {
  return createTestApp(siteOf(providers), { platform: web(), guards: "required", production: true })
}
