import { parseArgs } from "node:util"
import pg from "pg"
import { statements } from "./statements.ts"
import { Subject } from "./subject.ts"

// npm run conformance:blog -- --url http://localhost:3000 [--secret <JWT_SECRET>] [--database <DATABASE_URL>]
// With --database the tables are renamed for a moment: not for a blog that is in use.
const { values } = parseArgs({
  options: { url: { type: "string" }, secret: { type: "string" }, database: { type: "string" } },
})
if (values.url === undefined) {
  console.error(
    "Where is it? --url http://localhost:3000 [--secret <JWT_SECRET>] [--database <DATABASE_URL>]",
  )
  process.exit(2)
}

const client =
  values.database === undefined ? undefined : new pg.Client({ connectionString: values.database })
await client?.connect()
const blog = new Subject(values.url, {
  ...(values.secret !== undefined && { secret: values.secret }),
  ...(client && {
    store: {
      query: async (text, given = []) => (await client.query<Record<string, unknown>>(text, [...given])).rows,
    },
  }),
})

const counts = { holds: 0, FAILS: 0, skipped: 0 }
let before = ""
for (const { section, says, needs, check } of statements) {
  if (section !== before) console.log(`\n${section}`)
  before = section
  const flag = needs === "store" ? "--database" : "--secret"
  const error = needs !== undefined && blog[needs] === undefined ? "skipped" : await errorOf(check(blog))
  const verdict = error === undefined ? "holds" : error === "skipped" ? "skipped" : "FAILS"
  counts[verdict]++
  console.log(`  ${verdict.padEnd(8)} ${says}${verdict === "skipped" ? ` (needs ${flag})` : ""}`)
  if (verdict === "FAILS") console.log(`           ${error?.replaceAll("\n", "\n           ")}`)
}
await client?.end()
console.log(`\n${counts.holds} hold, ${counts.FAILS} fail, ${counts.skipped} skipped`)
process.exitCode = counts.FAILS === 0 ? 0 : 1

async function errorOf(checked: Promise<void>): Promise<string | undefined> {
  try {
    await checked
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
