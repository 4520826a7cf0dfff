import { describe, expect, it } from "vitest"
import { createTestDatabase } from "../../examples/auth/tests/conformance/test-database.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { references } from "../testing/references.ts"

const rounds = full ? 10 : 1

describe.each(["blog", "auth"] as const)("four processes of the %s at once on an empty database", (name) => {
  it(`all start, make the tables once, and serve, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round++) {
      const database = await createTestDatabase()
      const variables = { DATABASE_URL: database.url }
      const started = await Promise.allSettled(Array.from({ length: 4 }, () => references[name](variables)))
      const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
      try {
        expect(started.filter((one) => one.status === "rejected")).toEqual([])
        const applied = await database.query<{ name: string }>(
          name === "auth"
            ? "select name from trivet_migrations order by applied_at"
            : "select relname as name from pg_class where relname in ('users', 'posts') and relkind = 'r' order by 1",
        )
        expect(applied.map((row) => row.name)).toEqual(
          name === "auth" ? ["001-users", "002-api-keys", "003-limited-api-keys"] : ["posts", "users"],
        )
      } finally {
        await Promise.all(running.map((one) => one.stop()))
        await database.drop()
      }
    }
    noteFigure(
      "four processes at once on an empty database",
      name,
      `${rounds * 4} of ${rounds * 4} start and serve, each migration once`,
    )
  }, 300_000)
})
