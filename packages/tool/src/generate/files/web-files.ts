// Large because: it contains the texts of a generated module's files, with one function per file.
import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"
import type { NewFile } from "./plain-files.ts"
import { dtoText, serviceText, type TableOf, tableText } from "./store-files.ts"
import type { Site, Surroundings } from "../surroundings.ts"
import { guardTest, moduleText, testStart } from "./web-plain-files.ts"

/** The routes of a resource in a site: forms can only send POST. */
export function webResourceRoutes(name: string): NewModule["routes"] {
  const pages = [`/${name}`, `/${name}/:id`]
  return [
    ...pages.flatMap((path) => ["GET", "POST"].map((method) => ({ method, path }))),
    { method: "POST", path: `/${name}/:id/delete` },
  ]
}

/** The pages of a collection for signed-in users, with its own table; the migration is separate. */
export function webResourceFiles(
  names: ModuleNames,
  site: Site,
  around: Surroundings,
  { migration, isOwned }: TableOf,
): readonly NewFile[] {
  const { name } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, around.databaseModule) },
    { path: `${name}-dto.ts`, text: dtoText(names) },
    { path: `${name}-controller.ts`, text: controllerText(names, site, isOwned) },
    { path: `${name}-view.ts`, text: viewText(names, site) },
    { path: `${name}-service.ts`, text: serviceText(names, around, isOwned) },
    { path: `${name}-table.ts`, text: tableText(names, around, { migration, isOwned }) },
    { path: `${name}.test.ts`, text: testText(names, site, isOwned) },
  ]
}

function controllerText(
  { name, pascal, field, one, oneWords, words }: ModuleNames,
  site: Site,
  isOwned: boolean,
): string {
  const context = (path: string) => `ctx: Context<"/${name}${path}"${isOwned ? `, "user_id"` : ""}>`
  const more = isOwned ? `, ctx.get("user_id")` : ""
  return `import { type Context, get, group, inject, paged, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { SignedIn } from "${site.signedIn}"
import { Create${one}DTO, ${one}, Update${one}DTO } from "./${name}-dto.ts"
import { ${pascal}Service } from "./${name}-service.ts"
import { editView, listView } from "./${name}-view.ts"

const listed = { path: "", accepts: paged(${one}).accepts, view: listView } as const

/** The pages about ${isOwned ? "the user's " : ""}${words}: a list with a form, and a page to change one. */
export class ${pascal}Controller {
  readonly #${field} = inject(${pascal}Service)

  routes() {
    return routes([
      group(
        "/${name}",
        // ${isOwned ? `SignedIn provides "user_id": the owner, for whom every query of the service asks.` : `Every signed-in user reads, changes and deletes all ${words}.`}
        [SignedIn],
        [
          get(listed.path, this.index, listed),
          post("", this.create),
          get("/:id", this.show, { view: editView }),
          post("/:id", this.update),
          post("/:id/delete", this.delete),
        ],
      ),
    ])
  }

  async index(ctx: Context<typeof listed${isOwned ? `, "user_id"` : ""}>) {
    const page = await this.#${field}.list(ctx.input("query")${more})
    return { ...page, form: { input: {}, errors: {} } }
  }

  async create(${context("")}) {
    const form = await readForm(ctx, Create${one}DTO)
    if (!form.ok) {
      const page = await this.#${field}.list({ limit: 20 }${more})
      return render(listView, { ...page, form }, { status: 422 })
    }
    await this.#${field}.create(form.value${more})
    flash(ctx, { kind: "success", text: "Saved." })
    return redirect("/${name}")
  }

  async show(${context("/:id")}) {
    const found = await this.#${field}.find(ctx.param("id")${more})
    if (found === undefined) throw notFound()
    return { id: found.id, form: { input: { name: found.name }, errors: {} } }
  }

  async update(${context("/:id")}) {
    const id = ctx.param("id")
    const form = await readForm(ctx, Update${one}DTO)
    if (!form.ok) return render(editView, { id, form }, { status: 422 })
    const updated = await this.#${field}.update(id, form.value${more})
    if (updated === undefined) throw notFound()
    flash(ctx, { kind: "success", text: "Saved." })
    return redirect("/${name}")
  }

  async delete(${context("/:id/delete")}) {
    if (!(await this.#${field}.delete(ctx.param("id")${more}))) throw notFound()
    return redirect("/${name}")
  }
}

function notFound(): PublicError {
  return new PublicError(404, "No such ${oneWords}")
}
`
}

function viewText({ name, one, words, oneWords }: ModuleNames, site: Site): string {
  const title = capital(words)
  return `import type { PageOfRows } from "@trivet/postgres"
import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "${site.fieldView}"
import { layout } from "${site.layout}"
import type { ${one}, Update${one}DTO } from "./${name}-dto.ts"

type NameForm = FormState<typeof Update${one}DTO>

interface ListPage extends PageOfRows<Pick<${one}, "id" | "name">> {
  readonly form: NameForm
}

/** A page of ${words}, with a form for another. */
export const listView: View<ListPage> = ({ items, next, form }, page) =>
  layout(
    "${title}",
    page,
    html\`<h1>${title}</h1>
      \${formView("/${name}", form)}
      <ul class="rows">
        \${items.map(rowView)}
      </ul>
      \${next === undefined ? "" : html\`<p><a href="/${name}?cursor=\${next}">Older</a></p>\`}\`,
  )

/** The page to change one ${oneWords}. */
export const editView: View<{ readonly id: string; readonly form: NameForm }> = ({ id, form }, page) =>
  layout("${title}", page, html\`<h1>${title}</h1>
    \${formView(\`/${name}/\${id}\`, form)}\`)

function formView(action: string, { input, errors }: NameForm) {
  return html\`<form method="post" action="\${action}" novalidate>
    \${fieldView({ name: "name", label: "Name", value: input.name, error: errors.name })}
    <button>Save</button>
  </form>\`
}

function rowView({ id, name }: Pick<${one}, "id" | "name">) {
  return html\`<li>
    <a href="/${name}/\${id}">\${name}</a>
    <form method="post" action="/${name}/\${id}/delete">
      <button class="plain">Delete</button>
    </form>
  </li>\`
}
`
}

function testText(names: ModuleNames, site: Site, isOwned: boolean): string {
  const { name } = names
  return `${testStart(names, site)}
  it("saves, shows, changes and deletes", async () => {
    expect((await browser.post("/${name}", { name: "<first>" })).status).toBe(303)
    const list = (await browser.get("/${name}")).text()
    expect(list).toContain("&lt;first&gt;")
    const path = /href="(\\/${name}\\/[^"]+)"/.exec(list)?.[1] ?? ""
    expect((await browser.get(path)).text()).toContain('value="&lt;first&gt;"')
    expect((await browser.post(path, { name: "second" })).status).toBe(303)
    expect((await browser.get("/${name}")).text()).toContain("second")
    expect((await browser.post(\`\${path}/delete\`, {})).status).toBe(303)
    expect((await browser.get(path)).status).toBe(404)
  })

${isOwned ? ownerText(names) : sharedText(names)}
  it("lists in pages, the newest first", async () => {
    for (let count = 1; count <= 21; count++) {
      app.clock.advance({ seconds: 1 })
      await browser.post("/${name}", { name: \`row \${count}\` })
    }
    const first = (await browser.get("/${name}")).text()
    expect(first).toContain(">row 21<")
    expect(first).not.toContain(">row 1<")
    const older = /href="(\\/${name}\\?cursor=[^"]+)"/.exec(first)?.[1] ?? ""
    expect((await browser.get(older)).text()).toContain(">row 1<")
  })

  it("needs a name", async () => {
    const reply = await browser.post("/${name}", { name: "" })
    expect(reply.status).toBe(422)
    expect(reply.text()).toContain("Name is required")
  })
${guardTest(names)}})
`
}

function ownerText({ name }: ModuleNames): string {
  return `  it("belongs to its owner: others find nothing", async () => {
    const other = await signUp("eve@example.com")
    await browser.post("/${name}", { name: "first" })
    const path = /href="(\\/${name}\\/[^"]+)"/.exec((await browser.get("/${name}")).text())?.[1] ?? ""
    expect((await other.get("/${name}")).text()).not.toContain(path)
    expect((await other.get(path)).status).toBe(404)
    expect((await other.post(path, { name: "second" })).status).toBe(404)
    expect((await other.post(\`\${path}/delete\`, {})).status).toBe(404)
    expect((await browser.get(path)).text()).toContain('value="first"')
  })
`
}

function sharedText({ name, aOne }: ModuleNames): string {
  return `  it("is shared: every user reads, changes and deletes ${aOne}", async () => {
    const other = await signUp("eve@example.com")
    await browser.post("/${name}", { name: "first" })
    const path = /href="(\\/${name}\\/[^"]+)"/.exec((await other.get("/${name}")).text())?.[1] ?? ""
    expect((await other.post(path, { name: "second" })).status).toBe(303)
    expect((await browser.get(path)).text()).toContain('value="second"')
    expect((await other.post(\`\${path}/delete\`, {})).status).toBe(303)
    expect((await browser.get(path)).status).toBe(404)
  })
`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
