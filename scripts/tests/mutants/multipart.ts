import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/multipart/src"
const unit = [`${source}/multipart.test.ts`]
const attacks = ["packages/multipart/tests/attacks/uploads.test.ts"]

/** Mutants that only the attacks on a process of its own kill. */
const slowly = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant): Mutant => ({ ...mutant, slow: true }))

/** Forms with files: what is kept of them, and where. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/parts.ts`, unit, [
    ["this.#textBytes > textTotal", "false", "The texts of a form take all memory."],
    ["++this.#stored > files", "false", "A form brings any number of files."],
    [
      'claimed !== "" && files.has(name)',
      'claimed !== ""',
      "A file is stored that the schema does not take.",
    ],
  ]),
  ...slowly(
    mutantsOf(`${source}/read-parts.ts`, attacks, [
      [
        "if (total > parts.limits.maxTotal)",
        "if (total < 0)",
        "A body without a declared length has no limit.",
      ],
    ]),
  ),
  ...mutantsOf(
    `${source}/upload-folder.ts`,
    [`${source}/upload-folder.test.ts`],
    [['open(path, "wx", 0o600)', 'open(path, "w", 0o600)', "An upload writes through a planted link."]],
  ),
  ...mutantsOf(`${source}/upload-folder.ts`, unit, [
    ["0o600", "0o644", "Other users of the machine read uploads."],
  ]),
  ...slowly(
    mutantsOf(`${source}/uploaded-file.ts`, attacks, [
      ["claimed.split(/[/\\\\]/).at(-1)!", "claimed", "A file's name is a path."],
    ]),
  ),
]
