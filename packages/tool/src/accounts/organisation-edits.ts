import type { TextEdit } from "../edit/text-edit.ts"
import type { AccountsPlatform } from "./account-edits.ts"
import { organisationPagesEdits } from "./organisation-pages-edits.ts"

const deletion = "src/accounts/deletion-service.ts"
const access = "src/testing/access.ts"

const every: readonly TextEdit[] = [
  {
    file: deletion,
    find: `import { Db } from "../database/db.ts"\n`,
    put: `import { Db } from "../database/db.ts"\nimport { MembersService } from "../organisations/members-service.ts"\n`,
  },
  {
    file: deletion,
    find: `  readonly #own = inject(OwnPassword)\n`,
    put: `  readonly #own = inject(OwnPassword)\n  readonly #members = inject(MembersService)\n`,
  },
  {
    file: deletion,
    find: `    await this.#db.transact(async () => {\n`,
    put: `    await this.#db.transact(async () => {\n      await this.#members.leaveAll(id)\n`,
  },
  {
    file: "README.md",
    find: "- `src/database/`: tables and migrations.",
    put: "- `src/organisations/`: organisations, members with a role each, invitations. `OrgMember` guards routes about one.\n- `src/database/`: tables and migrations.",
  },
]

const api: readonly TextEdit[] = [
  {
    file: access,
    find: `import { Notes } from "../notes/notes-contract.ts"\n`,
    put: `import { Notes } from "../notes/notes-contract.ts"\nimport { Organisations } from "../organisations/organisations-contract.ts"\n`,
  },
  {
    file: access,
    find: `  let hasEnded = false\n`,
    put: `  // Ada owns an organisation, of which Carol is a member. Bob owns another one.
  const carolEmail = newEmail("carol")
  const carol = await signUp(server, carolEmail)
  const orgs = createClient(Organisations, server)
  await orgs.create({ headers: bob, body: { name: "Chairs" } }).orThrow()
  const { body: organisation } = await orgs.create({ headers: ada, body: { name: "Lamps" } }).orThrow()
  const params = { org: organisation.id }
  const join = async () => {
    const invitation = { email: carolEmail, role: "member" } as const
    await orgs.invite({ headers: ada, params, body: invitation }).orThrow()
    const { text } = await server.mailTo(carolEmail, /\\/(?:join|invitations)/)
    const [, token = ""] = /token(?:=|":")([\\w-]{43})/.exec(text) ?? []
    await orgs.accept({ headers: carol, body: { token } }).orThrow()
  }
  await join()
  let hasEnded = false
  let hasLeft = false
`,
  },
  {
    file: access,
    find: `      bob: { credentials: ["bearer"], headers: bob },\n    },\n`,
    put: `      bob: { credentials: ["bearer"], headers: bob },
      carol: { credentials: ["bearer"], roles: ["member"], headers: carol },
    },
    // Carol sees the organisation too.
    shares: ({ path }, _, reader) => reader === "carol" && path === "/orgs",
`,
  },
  {
    file: access,
    find: `        Object.assign(bob, await logIn(server, bobEmail))\n      }\n      hasEnded = path === "/auth/logout"\n`,
    put: `        Object.assign(bob, await logIn(server, bobEmail))
        Object.assign(carol, await logIn(server, carolEmail))
      }
      hasEnded = path === "/auth/logout"
      if (hasLeft && (await orgs.index({ headers: carol }).orThrow()).body.length === 0) await join()
      hasLeft = path === "/orgs/:org/leave"
`,
  },
  {
    file: access,
    find: `      return { params: { id: body.id } }\n`,
    put: `      return { params: { id: body.id, ...params } }\n`,
  },
]

/** The edits of an application with accounts, by the template that it was made from. */
export const organisationEdits: Readonly<Record<AccountsPlatform, readonly TextEdit[]>> = {
  api: [...every, ...api],
  web: [...every, ...organisationPagesEdits],
}
