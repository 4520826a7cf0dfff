import type { PlantedLeak } from "../planted-leak.ts"

const controller = "src/notes-controller.ts"

/** Leaks in the notebook, which has the channels that the references lack. Agents read all notes; users only their own. */
export const notebookLeaks: readonly Omit<PlantedLeak, "reference">[] = [
  {
    file: controller,
    search: 'const searched = this.#notes.readableBy(ctx.get("user_id"))',
    replace: "const searched = this.#notes.all",
    kind: "search",
    what: "The search looks in the notes of all users.",
    route: "GET /notes/search",
  },
  {
    file: controller,
    search: 'const counted = this.#notes.of(ctx.get("user_id"))',
    replace: "const counted = this.#notes.all",
    kind: "count",
    what: "The number of the caller's notes is that of all users.",
    route: "GET /notes/count",
  },
  {
    file: controller,
    search: 'const exported = this.#notes.of(ctx.get("user_id"))',
    replace: "const exported = this.#notes.all",
    kind: "export",
    what: "The export has the notes of all users.",
    route: "GET /notes/export",
  },
  {
    file: "src/live.ts",
    search: 'const streamed = this.#accounts.isAgent(user) ? "notes" : `notes:${user}`',
    replace: 'const streamed = "notes"',
    kind: "stream",
    what: "The stream of the caller's changes has those of all users.",
    route: "GET /live",
  },
  {
    file: "src/live.ts",
    search: 'const sent = this.#accounts.isAgent(user) ? "notes" : `notes:${user}`',
    replace: 'const sent = "notes"',
    kind: "socket",
    what: "The socket of the caller's changes sends those of all users.",
    route: "GET /changes",
  },
  {
    file: controller,
    search: "const indexed = this.#notes.of(owner).slice(-3)",
    replace: "const indexed = this.#notes.all.slice(-3)",
    kind: "job",
    what: "The payload of the job that indexes the caller's titles has titles of others.",
    route: "POST /notes",
  },
  {
    file: controller,
    search: "const mailed = this.#notes.of(owner).slice(-3)",
    replace: "const mailed = this.#notes.all.slice(-3)",
    kind: "mail",
    what: "The mail with the caller's last titles has titles of others.",
    route: "POST /notes",
  },
  {
    file: controller,
    head: "const addresses = new Set<string>()",
    search: 'await this.#mailer.send({ to: email, subject: "Your notes", text: titlesOf(mailed) })',
    replace: `addresses.add(email)
    await this.#mailer.send({ to: [...addresses], subject: "Your notes", text: titlesOf(mailed) })`,
    kind: "mail",
    what: "The mail with the caller's last titles goes to everybody who has written before, in one mail.",
    route: "POST /notes",
  },
  {
    file: "src/files.ts",
    search: "const isOpen = kept?.owner === user || this.#accounts.isAgent(user)",
    replace: 'const isOpen = user !== ""',
    kind: "file",
    what: "A file is downloaded by its id, whosever it is.",
    route: "GET /files/:id",
  },
  {
    file: controller,
    search: "const noted = this.#notes.of(owner).at(-1)!",
    replace: "const noted = this.#notes.all.at(-2) ?? note",
    kind: "log",
    what: "The log line of a new note has the title of the one before, whosever it is.",
    route: "POST /notes",
  },
  {
    file: "src/accounts.ts",
    head: "const known = new Map<string, string>()",
    search: 'return this.find(id)?.role === "agent"',
    replace: `const role = known.get(id) ?? this.find(id)?.role ?? ""
    known.set(id, role)
    return role === "agent"`,
    kind: "after a role change",
    what: "The role of a user is kept from the first request, also after it was taken.",
    route: "GET /notes",
  },
  {
    file: "src/notes.ts",
    search: "    this.#guests = left\n",
    replace: '    if (owner === "") this.#guests = left\n',
    kind: "after sharing ends",
    what: "A guest who was removed reads the notes of the owner.",
    route: "GET /notes",
  },
]
