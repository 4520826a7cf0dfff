import { type Mutant, mutantsOf } from "./mutant.ts"

const tenants = "packages/postgres/src/tenants"
const tests = ["packages/postgres/tests/tenants/tenants.test.ts"]
const interleaved = ["packages/jobs/tests/tenants/interleaved.test.ts"]
const jobs = ["packages/jobs/tests/tenants/tenants.test.ts"]

/** Their tests use databases of their own. */
function slow(mutants: readonly Mutant[]): Mutant[] {
  return mutants.map((mutant) => ({ ...mutant, slow: true }))
}

/** Weakenings of what keeps tenants apart. */
export const mutants: readonly Mutant[] = [
  ...slow(
    mutantsOf("packages/jobs/src/store/job-steps.ts", jobs, [
      [
        "db.tenant ?? origin?.tenant",
        "origin?.tenant",
        "A step writes rows for the tenant that has enqueued the job, and not for that of its guard.",
      ],
    ]),
  ),
  ...slow(
    mutantsOf(`${tenants}/tenant.ts`, tests, [
      [
        'raw("select set_config($1, $2, true)"',
        'raw("select set_config($1, $2, false)"',
        "The next call on a connection sees the rows of the tenant before it.",
      ],
      [
        'if (!isValue || value === "") throw',
        "if (!isValue) throw",
        "A guard that found no organisation goes on without an error.",
      ],
    ]),
  ),
  ...slow(
    mutantsOf(`${tenants}/check-tenants.ts`, tests, [
      [
        "c.relrowsecurity and c.relforcerowsecurity",
        "c.relrowsecurity",
        "The owner of a table sees the rows of all tenants.",
      ],
      [
        "and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive\n       and not (",
        "and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive\n       and not (",
        "A second policy opens the rows of all tenants.",
      ],
      ["c.relkind = 'm'", "c.relkind = 'v'", "A materialized view shows the rows of all tenants."],
      [
        "(o.rolsuper or o.rolbypassrls) and",
        "o.rolbypassrls and",
        "A function of a superuser shows the rows of all tenants.",
      ],
    ]),
  ),
  ...slow([
    {
      file: "packages/jobs/src/jobs.ts",
      search: "originOf(current(), this.#parts.store.tenant)",
      replace: "originOf(current())",
      tests: interleaved,
      why: "Jobs run without a tenant.",
    },
  ]),
]
