import { type Mutant, mutantsOf } from "./mutant.ts"

/** What `trivet g module` writes: rows belong to the caller. */
export const mutants: readonly Mutant[] = mutantsOf(
  "packages/tool/src/generate/files/store-files.ts",
  ["packages/tool/src/generate/owner.test.ts"],
  [
    [
      'selectFrom("${table}").select(shown).where("id", "=", id)${own}',
      'selectFrom("${table}").select(shown).where("id", "=", id)',
      "Users read the rows of others.",
    ],
  ],
).map((mutant) => ({ ...mutant, slow: true as const }))
