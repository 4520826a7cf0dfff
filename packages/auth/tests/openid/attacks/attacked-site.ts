import { deepStrictEqual, match, ok } from "node:assert/strict"
import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { Identities } from "../../../src/openid.ts"
import { LyingProvider } from "../lying-provider.ts"
import { startSite, Users, Visitor } from "../test-site.ts"

/** A site, two providers, and somebody at a browser. Each test has a new site. */
export class AttackedSite {
  provider!: LyingProvider
  other!: LyingProvider
  app!: TestApp
  visitor!: Visitor

  /** Makes one for the tests of a file. */
  static forTests(): AttackedSite {
    const site = new AttackedSite()
    beforeAll(async () => {
      site.provider = await LyingProvider.start()
      site.other = await LyingProvider.start()
    })
    afterAll(() => Promise.all([site.provider.stop(), site.other.stop()]))
    beforeEach(async () => {
      for (const provider of [site.provider, site.other]) {
        provider.lies = {}
        provider.requests.length = 0
      }
      const app = await startSite({ providers: { company: site.provider.issuer, other: site.other.issuer } })
      Object.assign(site, { app, visitor: new Visitor(app) })
      return () => app.stop()
    })
    return site
  }

  /** What was logged about rejected sign-ins. */
  get reasons(): readonly string[] {
    const warnings = this.app.logs.filter(({ level }) => level === 40)
    return warnings.map(({ msg }) => String(msg).replace("OpenID sign-in rejected: ", ""))
  }

  /** Holds that a callback gets a plain page and one line in the log, and leaves nothing behind. */
  async rejection(path: string, reason: RegExp, status = 400): Promise<void> {
    const { app, visitor } = this
    const users = app.get(Users)
    const before = users.all.size
    const reply = await visitor.get(path)
    deepStrictEqual([reply.status, reply.headers.get("cache-control")], [status, "no-store"])
    match(reply.headers.get("content-type") ?? "", /^text\/html/)
    const page = reply.text()
    match(page, /<p>[A-Z][^<]+\.<\/p>/)
    for (const secret of ["127.0.0.1", "OAUTH_", "ada@example.com"]) ok(!page.includes(secret), secret)
    const [said = "", ...more] = this.reasons
    match(said, reason)
    deepStrictEqual(more, [])
    deepStrictEqual([users.all.size, visitor.cookies.has("session_id")], [before, false])
    deepStrictEqual(await app.get(Identities).list("u1"), [])
  }
}
