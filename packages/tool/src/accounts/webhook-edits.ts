import type { TextEdit } from "../edit/text-edit.ts"
import type { AccountsPlatform } from "./account-edits.ts"

const store = "src/notes/notes-store.ts"
const access = "src/testing/access.ts"

/** A new note is an event. The stores of both templates are the same. */
const event: readonly TextEdit[] = [
  {
    file: store,
    find: `import { isUuid } from "../database/is-uuid.ts"\n`,
    put: `import { isUuid } from "../database/is-uuid.ts"\nimport { Webhooks } from "../webhooks/webhooks.ts"\n`,
  },
  {
    file: store,
    find: `  readonly #clock = inject(Clock)\n`,
    put: `  readonly #clock = inject(Clock)\n  readonly #webhooks = inject(Webhooks)\n`,
  },
  {
    file: store,
    find: `    await this.#db.insertInto("notes").values(row).execute()\n`,
    put: `    await this.#db.transact(async () => {
      await this.#db.insertInto("notes").values(row).execute()
      await this.#webhooks.send(userId, "note.created", noteOf(row))
    })
`,
  },
]

const readme: TextEdit = {
  file: "README.md",
  find: "- `src/database/`: tables and migrations.",
  put: "- `src/webhooks/`: webhooks that users receive. Add yours to `webhook-events.ts`, and call `Webhooks.send()`.\n- `src/database/`: tables and migrations.",
}

const api: readonly TextEdit[] = [
  {
    file: access,
    find: `import { Notes } from "../notes/notes-contract.ts"\n`,
    put: `import { Notes } from "../notes/notes-contract.ts"\nimport { Endpoints } from "../webhooks/endpoints-contract.ts"\n`,
  },
  {
    file: access,
    find: `  const notes = createClient(Notes, server)\n`,
    put: `  const notes = createClient(Notes, server)
  const webhooks = createClient(Endpoints, server)
  // Ada's endpoint, with a delivery, which is not sent: localhost is not on the internet. She may have ten endpoints.
  const newDelivery = async () => {
    const old = await webhooks.index({ headers: ada }).orThrow()
    for (const { id } of old.body) await webhooks.delete({ headers: ada, params: { id } }).orThrow()
    const endpoint = { url: "http://localhost/", events: ["note.created" as const] }
    const { id } = (await webhooks.create({ headers: ada, body: endpoint }).orThrow()).body
    await notes.create({ headers: ada, body: { title: "Milk" } }).orThrow()
    const [delivery] = (await webhooks.deliveries({ headers: ada, params: { id } }).orThrow()).body
    return { params: { id, delivery: delivery!.id } }
  }
`,
  },
  {
    file: access,
    find: `      const { body } = await notes.create({ headers: ada, body: { title: "Milk" } }).orThrow()\n`,
    put: `      if (path.startsWith("/webhooks")) return newDelivery()\n      const { body } = await notes.create({ headers: ada, body: { title: "Milk" } }).orThrow()\n`,
  },
]

const web: readonly TextEdit[] = [
  {
    file: "src/accounts/account-view.ts",
    find: `        <li><a href="/account/delete">`,
    put: `        <li><a href="/account/webhooks">Webhooks</a></li>\n        <li><a href="/account/delete">`,
  },
  {
    file: "src/site/assets/site.css",
    find: `input[aria-invalid] {`,
    put: `input[type="checkbox"] {\n  width: auto;\n}\n\nfieldset {\n  margin: 1rem 0;\n  border: 1px solid var(--line);\n  border-radius: 0.4rem;\n}\n\n.address {\n  overflow-wrap: anywhere;\n}\n\ninput[aria-invalid] {`,
  },
  {
    file: access,
    find: `  let hasEnded = false\n`,
    put: `  const list = "/account/webhooks"
  const call = (path: string, form?: Readonly<Record<string, string>>) => {
    const sent = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }
    const init = { ...sent, headers: { ...adaHeaders, accept: "application/json" }, redirect: "manual" } as const
    return server.fetch(new Request(\`\${server.url}\${path}\`, init))
  }
  // Ada's endpoint, with a delivery, which is not sent: localhost is not on the internet. She may have ten endpoints.
  const newDelivery = async () => {
    const old = (await (await call(list)).json()) as { endpoints: { id: string }[] }
    for (const { id } of old.endpoints) await call(\`\${list}/\${id}/delete\`, {})
    const made = await call(list, { url: "http://localhost/", events: "note.created" })
    const { id } = (await made.json()) as { id: string }
    await call("/notes", { title: "Milk" })
    const page = (await (await call(\`\${list}/\${id}\`)).json()) as { deliveries: { id: string }[] }
    return { id, delivery: page.deliveries[0]!.id }
  }
  let hasEnded = false
`,
  },
  {
    file: access,
    find: `      return { form: {}, params }\n`,
    put: `      if (path.startsWith(list)) Object.assign(params, await newDelivery())\n      return { form: {}, params }\n`,
  },
]

/** The edits of an application with accounts, by the template that it was made from. */
export const webhookEdits: Readonly<Record<AccountsPlatform, readonly TextEdit[]>> = {
  api: [...event, ...api, readme],
  web: [...event, ...web, readme],
}
