// Large because: it contains the texts of a generated module's files, with one function per file.
import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"
import type { NewFile } from "./plain-files.ts"
import { dtoText, serviceText, tableText } from "./store-files.ts"
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
  migration: string,
): readonly NewFile[] {
  const { name } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, around.databaseModule) },
    { path: `${name}-dto.ts`, text: dtoText(names) },
    { path: `${name}-controller.ts`, text: controllerText(names, site) },
    { path: `${name}-view.ts`, text: viewText(names, site) },
    { path: `${name}-service.ts`, text: serviceText(names, around, true) },
    { path: `${name}-table.ts`, text: tableText(names, around, migration, true) },
    { path: `${name}.test.ts`, text: testText(names, site) },
  ]
}

function controllerText({ name, pascal, field, one, oneWords, words }: ModuleNames, site: Site): string {
  return `import { type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { SignedIn } from "${site.signedIn}"
import { Create${one}DTO, Update${one}DTO } from "./${name}-dto.ts"
import { ${pascal}Service } from "./${name}-service.ts"
import { editView, listView } from "./${name}-view.ts"

/** The pages about the user's ${words}: one with all of them and a form, and one to change one. */
export class ${pascal}Controller {
  readonly #${field} = inject(${pascal}Service)

  routes() {
    return routes([
      group(
        "/${name}",
        // SignedIn provides "user_id": the owner, for whom every query of the service asks.
        [SignedIn],
        [
          get("", this.index, { view: listView }),
          post("", this.create),
          get("/:id", this.show, { view: editView }),
          post("/:id", this.update),
          post("/:id/delete", this.delete),
        ],
      ),
    ])
  }

  async index(ctx: Context<"/${name}", "user_id">) {
    return { rows: await this.#${field}.list(ctx.get("user_id")), form: { input: {}, errors: {} } }
  }

  async create(ctx: Context<"/${name}", "user_id">) {
    const userId = ctx.get("user_id")
    const form = await readForm(ctx, Create${one}DTO)
    if (!form.ok) return render(listView, { rows: await this.#${field}.list(userId), form }, { status: 422 })
    await this.#${field}.create(form.value, userId)
    flash(ctx, { kind: "success", text: "Saved." })
    return redirect("/${name}")
  }

  async show(ctx: Context<"/${name}/:id", "user_id">) {
    const found = await this.#${field}.find(ctx.param("id"), ctx.get("user_id"))
    if (found === undefined) throw notFound()
    return { id: found.id, form: { input: { name: found.name }, errors: {} } }
  }

  async update(ctx: Context<"/${name}/:id", "user_id">) {
    const id = ctx.param("id")
    const form = await readForm(ctx, Update${one}DTO)
    if (!form.ok) return render(editView, { id, form }, { status: 422 })
    const updated = await this.#${field}.update(id, form.value, ctx.get("user_id"))
    if (updated === undefined) throw notFound()
    flash(ctx, { kind: "success", text: "Saved." })
    return redirect("/${name}")
  }

  async delete(ctx: Context<"/${name}/:id/delete", "user_id">) {
    if (!(await this.#${field}.delete(ctx.param("id"), ctx.get("user_id")))) throw notFound()
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
  return `import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "${site.fieldView}"
import { layout } from "${site.layout}"
import type { ${one}, Update${one}DTO } from "./${name}-dto.ts"

type NameForm = FormState<typeof Update${one}DTO>

/** The page of all ${words}, with a form for another. */
export const listView: View<{ readonly rows: readonly ${one}[]; readonly form: NameForm }> = ({ rows, form }, page) =>
  layout(
    "${title}",
    page,
    html\`<h1>${title}</h1>
      \${formView("/${name}", form)}
      <ul class="rows">
        \${rows.map(rowView)}
      </ul>\`,
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

function rowView({ id, name }: ${one}) {
  return html\`<li>
    <a href="/${name}/\${id}">\${name}</a>
    <form method="post" action="/${name}/\${id}/delete">
      <button class="plain">Delete</button>
    </form>
  </li>\`
}
`
}

function testText(names: ModuleNames, site: Site): string {
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

  it("belongs to its owner: others find nothing", async () => {
    const other = await signUp("eve@example.com")
    await browser.post("/${name}", { name: "first" })
    const path = /href="(\\/${name}\\/[^"]+)"/.exec((await browser.get("/${name}")).text())?.[1] ?? ""
    expect((await other.get("/${name}")).text()).not.toContain(path)
    expect((await other.get(path)).status).toBe(404)
    expect((await other.post(path, { name: "second" })).status).toBe(404)
    expect((await other.post(\`\${path}/delete\`, {})).status).toBe(404)
    expect((await browser.get(path)).text()).toContain('value="first"')
  })

  it("needs a name", async () => {
    const reply = await browser.post("/${name}", { name: "" })
    expect(reply.status).toBe(422)
    expect(reply.text()).toContain("Name is required")
  })
${guardTest(names)}})
`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
