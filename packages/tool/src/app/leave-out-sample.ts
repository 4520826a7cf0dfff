import { editFile, type TextEdit } from "../edit/text-edit.ts"
import { layeredFiles, type TemplateFile, type TemplateName } from "./template-files.ts"

/** The parts of a template that are sample code only. */
interface Sample {
  /** The prefixes of the paths of its own files. */
  readonly paths: readonly string[]
  /** Edits that remove it from other files. Files in `templates/empty` replace others. */
  readonly edits: readonly TextEdit[]
}

const noteRow = `/** A row of \`notes\`. */
export interface NoteRow {
  readonly id: string
  readonly user_id: string
  readonly title: string
  readonly text: string
  readonly created_at: Date
}

`
const table: readonly TextEdit[] = [
  { file: "src/database/db.ts", find: noteRow, put: "" },
  { file: "src/database/db.ts", find: "  readonly notes: NoteRow\n", put: "" },
]

const access = "src/testing/access.ts"

const samples: Readonly<Record<Exclude<TemplateName, "minimal">, Sample>> = {
  api: {
    paths: ["src/notes/", "src/database/migrations/002-notes.ts"],
    edits: [
      ...table,
      { file: "src/app-module.ts", find: `import { NotesModule } from "./notes/notes-module.ts"\n`, put: "" },
      { file: "src/app-module.ts", find: "    NotesModule,\n", put: "" },
      { file: access, find: `import { createClient } from "trivet/client"\n`, put: "" },
      { file: access, find: `import { Notes } from "../notes/notes-contract.ts"\n`, put: "" },
      { file: access, find: "  const notes = createClient(Notes, server)\n", put: "" },
      {
        file: access,
        find: "A new note for each call: the call may change or remove it. After a logout, new tokens.",
        put: "After a logout, new tokens. For routes with parameters: `{ params }` of a row of Ada's.",
      },
      {
        file: access,
        find: `      const { body } = await notes.create({ headers: ada, body: { title: "Milk" } }).orThrow()
      return { params: { id: body.id } }
`,
        put: "      return {}\n",
      },
      { file: "README.md", find: "users sign up, log in and keep notes", put: "users sign up and log in" },
      {
        file: "README.md",
        find: `curl $url/notes -H "Authorization: Bearer $token" -d '{"title":"Milk","text":"two bottles"}'
curl $url/notes -H`,
        put: "curl $url/auth/me -H",
      },
      { file: "README.md", find: "`src/notes/`: the feature to copy from. ", put: "" },
    ],
  },
  web: {
    paths: ["src/notes/", "src/database/migrations/002-notes.ts"],
    edits: [
      ...table,
      { file: "README.md", find: "users sign up, sign in and keep notes", put: "users sign up and sign in" },
      {
        file: "README.md",
        find: "`src/notes/`: the feature to copy from.",
        put: "`src/home/`: the first page.",
      },
    ],
  },
  cli: {
    paths: ["src/tasks/"],
    edits: [
      { file: "AGENTS.md", find: "src/main.ts tasks list --all  #", put: "src/main.ts hello ada         #" },
      { file: "AGENTS.md", find: "src/tasks           #", put: "src/hello           #" },
      { file: "README.md", find: "it keeps a list of tasks", put: "it has one command" },
      {
        file: "README.md",
        find: `tasks add "Buy milk"\nnpm start -- tasks list\nnpm start -- tasks done 1\n`,
        put: "hello ada\n",
      },
      {
        file: "README.md",
        find: "`src/tasks/`: the feature to copy from: its commands, its store, its module, its tests.",
        put: "`src/hello/`: the feature to copy from: its command, its module, its test.",
      },
    ],
  },
}

/** Removes the sample from an application; the template `minimal` has none. */
export function leaveOutSample(
  files: readonly TemplateFile[],
  template: Exclude<TemplateName, "minimal">,
  name: string,
): readonly TemplateFile[] {
  const { paths, edits } = samples[template]
  const found = new Map(
    files
      .filter(({ path }) => !paths.some((start) => path.startsWith(start)))
      .map((file) => [file.path, edited(file, edits)]),
  )
  for (const file of layeredFiles([`empty/${template}`], name)) found.set(file.path, file)
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function edited(file: TemplateFile, edits: readonly TextEdit[]): TemplateFile {
  const { text, byHand } = editFile(
    file.path,
    file.text,
    edits.filter((edit) => edit.file === file.path),
  )
  const [missing] = byHand
  if (missing !== undefined) throw new Error(`The template's ${file.path} does not contain: ${missing.find}`)
  return { ...file, text }
}
