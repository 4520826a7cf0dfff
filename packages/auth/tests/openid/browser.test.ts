import { type Browser, chromium, type Page } from "playwright-core"
import { createApp, createJsonLog } from "trivet"
import { serve, type Served } from "trivet/node"
import { web } from "trivet/web"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { findSeriousFaults } from "../../../tool/tests/dashboard/find-serious-faults.ts"
import { type RealProvider, startProvider } from "./start-provider.ts"
import { siteOf } from "./test-site.ts"

let browser: Browser
let provider: RealProvider
let site: Served
let origin: string
const lines: string[] = []

beforeAll(async () => {
  // The provider must know the address of the site before the site starts.
  const port = await freePort()
  origin = `http://localhost:${port}`
  provider = await startProvider(`${origin}/login/company/callback`)
  const app = await createApp(siteOf({ providers: { company: provider.issuer }, origin }), {
    platform: web(),
    log: createJsonLog({ write: (line) => lines.push(line) }),
  })
  site = await serve(app, { port, signals: false, drainDelay: 0 })
  browser = await chromium.launch(chromiumOptions())
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await provider?.stop()
})

async function open(): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** Signs in on the provider's own pages: a name, a password, and consent. */
async function signInAt(page: Page, name: string): Promise<void> {
  await page.fill('input[name="login"]', name)
  await page.fill('input[name="password"]', "any")
  await page.click('button[type="submit"]')
  await page.click('button[type="submit"]')
}

describe("signing in with oidc-provider, in Chromium", () => {
  it("comes back signed in, to the page that was asked for, with a new session", async () => {
    const page = await open()
    expect((await page.goto(`${origin}/me`))?.status()).toBe(401)
    await page.goto(`${origin}/login/company?return=/me%3Ffrom=login`)
    expect(page.url()).toContain(provider.issuer)
    await signInAt(page, "ada")
    await page.waitForURL(`${origin}/me?from=login`)
    expect(JSON.parse(await page.innerText("body"))).toMatchObject({
      identities: [{ issuer: provider.issuer, subject: "ada" }],
    })
    const cookies = await page.context().cookies(origin)
    expect(cookies).toMatchObject([{ name: "session_id", httpOnly: true, sameSite: "Lax" }])
    // The second time the provider knows the browser, and the site knows the account.
    const [before] = cookies
    await page.goto(`${origin}/login/company?return=/me`)
    await page.waitForURL(`${origin}/me`)
    const [after] = await page.context().cookies(origin)
    expect(after!.value).not.toBe(before!.value)
    expect(lines.filter((line) => line.includes("signed in with OpenID"))).toHaveLength(2)
    await page.context().close()
  })

  it("shows a plain page to a person who cancels, and without serious faults of accessibility", async () => {
    const page = await open()
    await page.goto(`${origin}/login/company`)
    await page.click("text=Cancel")
    await page.waitForURL(`${origin}/login/company/callback?**`)
    expect(await page.innerText("body")).toContain("The sign-in was cancelled.")
    expect(await findSeriousFaults(page)).toEqual([])
    expect((await page.goto(`${origin}/me`))?.status()).toBe(401)
    await page.context().close()
  })

  it("does not sign a browser in that another site has sent, until its user says so", async () => {
    const page = await open()
    await page.goto(`${origin}/login/company?return=/me`)
    await signInAt(page, "grace")
    await page.waitForURL(`${origin}/me`)
    await page.context().clearCookies({ name: "session_id" })
    // The provider knows the browser: it would come back signed in without a question.
    const script = `<script>location.href = "${origin}/login/company?return=/me"</script>`
    await page.route("http://evil.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: script }),
    )
    await page.goto("http://evil.example/")
    await page.getByText("You came here from another site.").waitFor()
    expect(await findSeriousFaults(page)).toEqual([])
    expect(await page.context().cookies(origin)).toEqual([])
    await page.getByRole("link", { name: "Continue to sign in" }).click()
    await page.waitForURL(`${origin}/me`)
    expect(JSON.parse(await page.innerText("body"))).toMatchObject({ identities: [{ subject: "grace" }] })
    await page.context().close()
  })

  it("does not sign a browser in with the callback of another", async () => {
    const [attacker, victim] = [await open(), await open()]
    await attacker.goto(`${origin}/login/company`)
    // The attacker keeps his callback for somebody else: without his cookie it is not used here.
    await attacker.context().clearCookies({ name: "openid_company" })
    await signInAt(attacker, "eve")
    await attacker.waitForURL(`${origin}/login/company/callback?**`)
    await victim.goto(`${origin}/login/company`)
    expect((await victim.goto(attacker.url()))?.status()).toBe(400)
    expect(await victim.innerText("body")).toContain("Please start again.")
    expect((await victim.goto(`${origin}/me`))?.status()).toBe(401)
    await attacker.context().close()
    await victim.context().close()
  })
})
