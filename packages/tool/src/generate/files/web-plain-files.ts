import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"
import type { NewFile } from "./plain-files.ts"
import type { Site } from "../surroundings.ts"

/** The route of a plain module in a site. */
export function webPlainRoutes(name: string): NewModule["routes"] {
  return [{ method: "GET", path: `/${name}` }]
}

/** A module with a service, a page for signed-in users, and a test. */
export function webPlainFiles(names: ModuleNames, site: Site): readonly NewFile[] {
  const { name, pascal, field, words } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, "") },
    {
      path: `${name}-service.ts`,
      text: `/** What can be done with ${words}. */
export class ${pascal}Service {
  /** What the page \`/${name}\` shows. */
  summary(): { readonly name: string } {
    return { name: "${name}" }
  }
}
`,
    },
    {
      path: `${name}-controller.ts`,
      text: `import { get, group, inject, routes } from "trivet"
import { SignedIn } from "${site.signedIn}"
import { ${pascal}Service } from "./${name}-service.ts"
import { summaryView } from "./${name}-view.ts"

/** Answers \`/${name}\`, for signed-in users. */
export class ${pascal}Controller {
  readonly #${field} = inject(${pascal}Service)

  routes() {
    return routes([group("/${name}", [SignedIn], [get("", this.index, { view: summaryView })])])
  }

  index() {
    return this.#${field}.summary()
  }
}
`,
    },
    {
      path: `${name}-view.ts`,
      text: `import { html, type View } from "trivet/web"
import { layout } from "${site.layout}"

/** The page \`/${name}\`. */
export const summaryView: View<{ readonly name: string }> = ({ name }, page) =>
  layout(name, page, html\`<h1>\${name}</h1>\`)
`,
    },
    {
      path: `${name}.test.ts`,
      text: `${testStart(names, site)}
  it("shows a summary", async () => {
    const reply = await browser.get("/${name}")
    expect(reply.status).toBe(200)
    expect(reply.text()).toContain("<h1>${name}</h1>")
  })
${guardTest(names)}})
`,
    },
  ]
}

/** The module of the pages; without a database if none is given. */
export function moduleText({ name, pascal, words }: ModuleNames, databaseModule: string): string {
  const isKept = databaseModule !== ""
  return `import { module } from "trivet"
${isKept ? `import { DatabaseModule } from "${databaseModule}"\n` : ""}import { ${pascal}Controller } from "./${name}-controller.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** What has to do with ${words}. */
export const ${pascal}Module = module({
  name: "${name}",
${isKept ? "  imports: [DatabaseModule],\n" : ""}  declarations: [${pascal}Controller, ${pascal}Service],
})
`
}

/** The start of a test of pages: a site, and a browser with a signed-in user. */
export function testStart({ name }: ModuleNames, site: Site): string {
  return `import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestApp } from "trivet/testing"
import { Browser, createSite } from "${site.createSite}"

describe("/${name}", () => {
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    app = await createSite()
    browser = await signUp("ada@example.com")
  }, 60_000)
  afterAll(() => app.stop())

  async function signUp(email: string): Promise<Browser> {
    const visitor = new Browser(app)
    await visitor.post("/sign-up", { email, password: "correct horse", name: email })
    return visitor
  }
`
}

/** The test that other users are redirected to the login page. */
export function guardTest({ name }: ModuleNames): string {
  return `
  it("is for those who are signed in", async () => {
    const reply = await new Browser(app).get("/${name}")
    expect(reply.headers.get("location")).toBe("/sign-in")
  })
`
}
