import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A text that a file has exactly once, and what the next version has instead. */
interface Edit {
  readonly file: string
  readonly search: string
  readonly replace: string
}

const limits = "packages/limit/src/limits.ts"
const program = "scripts/packages/rehearsal/side-by-side/program.ts"

/**
 * A version after this one, as a release may be before 1.0: a renamed export and a renamed option, both with their
 * successor; another default; a migration of a package; one more field in what two versions of an application exchange.
 */
const edits: readonly Edit[] = [
  // A breaking rename, in the table of `trivet check`.
  {
    file: "packages/trivet/src/index.ts",
    search: 'export { callLog } from "./http/call-log.ts"',
    replace: 'export { callLog as requestLog } from "./http/call-log.ts"',
  },
  {
    file: "packages/tool/src/check/renamed-names.ts",
    search: "renamedNames: readonly RenamedName[] = [",
    replace: `renamedNames: readonly RenamedName[] = [
  { from: "trivet", name: "callLog", since: "0.2.0", fix: "Write \`requestLog\`." },`,
  },
  // A renamed option.
  {
    file: limits,
    search: "  readonly prefix: string | (() => string)\n  /** Returns the connection",
    replace: "  readonly name: string | (() => string)\n  /** Returns the connection",
  },
  {
    file: limits,
    search: '{ prefix: true, redis: true, disabled: true, imports: true }, "limits()")',
    replace: '{ name: true, redis: true, disabled: true, imports: true }, "limits()", { prefix: "name" })',
  },
  {
    file: limits,
    search: "const { prefix, redis, disabled",
    replace: "const { name: prefix, redis, disabled",
  },
  // Another default.
  {
    file: "packages/trivet/src/app/app-options.ts",
    search: "options.bodyLimit ?? 1024 * 1024",
    replace: "options.bodyLimit ?? 512 * 1024",
  },
  // A migration of a package.
  {
    file: "packages/jobs/src/store/job-migrations.ts",
    search: "      down: (db) => sqlOn(db).executeSql(withScans),\n    },\n",
    replace: `      down: (db) => sqlOn(db).executeSql(withScans),
    },
    {
      name: "003-started",
      up: (db) => sqlOn(db).executeSql(\`create index job_common_by_start on \${schema}.job_common (started_on)\`),
      down: (db) => sqlOn(db).executeSql(\`drop index \${schema}.job_common_by_start\`),
    },
`,
  },
  // One more field in a session and in the claims of a token.
  {
    file: "packages/auth/src/sessions/sessions.ts",
    search: "      user_id: userId,\n      created_at,\n",
    replace: '      user_id: userId,\n      created_at,\n      ...{ device: "unknown" },\n',
  },
  {
    file: "packages/auth/src/tokens/access-tokens.ts",
    search: ": { user_id, email, role })",
    replace: ': { user_id, email, role, tenant: "main" })',
  },
]

/** One more field in the payload of a job and in a message of a topic, both of the application. */
const programEdits: readonly Edit[] = [
  { file: program, search: 'const appVersion = "0.1"', replace: 'const appVersion = "0.2"' },
  {
    file: program,
    search: 'const Payload = dto({ id: "required", by: "required" })',
    replace: 'const Payload = dto({ id: "required", by: "required", reason: "" })',
  },
  {
    file: program,
    search: "{ id, by: appVersion }",
    replace: '{ id, by: appVersion, reason: "more is known" }',
  },
  {
    file: program,
    search: 'const Post = dto({ at: "required,integer" })',
    replace: 'const Post = dto({ at: "required,integer", language: "" })',
  },
  { file: program, search: "publish(topic, { at })", replace: 'publish(topic, { at, language: "en" })' },
]

/** Makes the next version of a copy of the workspace: of its packages, and of the templates that use what is renamed. */
export function makeNextVersion(copy: string): void {
  for (const edit of [...edits, ...programEdits]) applyEdit(copy, edit)
  for (const path of globSync("packages/tool/templates/**/*.ts", { cwd: copy })) {
    const file = join(copy, path)
    const text = readFileSync(file, "utf8")
    const next = text
      .replaceAll(/\bcallLog\b/g, "requestLog")
      .replaceAll(/(limits\(\{\s*)prefix:/g, "$1name:")
    if (next !== text) writeFileSync(file, next)
  }
}

function applyEdit(copy: string, { file, search, replace }: Edit): void {
  const path = join(copy, file)
  const text = readFileSync(path, "utf8")
  if (text.split(search).length !== 2)
    throw new Error(`${file}: must have exactly once: ${JSON.stringify(search)}`)
  writeFileSync(
    path,
    text.replace(search, () => replace),
  )
}
