import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/multipart/src"
const unit = [`${source}/multipart.test.ts`]
const attacks = ["packages/multipart/tests/attacks/uploads.test.ts"]

/** Mutants that only the attacks on a process of its own kill. */
const slowly = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant): Mutant => ({ ...mutant, slow: true }))

/** Forms with files: what is kept of them, where, and for how long. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/parts.ts`, unit, [
    ["this.#textBytes > textTotal", "false", "The texts of a form take all memory."],
    ["this.#textBytes += bytes", "this.#textBytes = bytes", "Many texts take all memory."],
    ['this.#countText(Buffer.byteLength(name ?? ""))', "void 0", "Long names take all memory."],
    ["size > fieldSize", "false", "One text is larger than its limit."],
    ["++this.#stored > files", "false", "A form brings any number of files."],
    ["++this.#texts > fields", "false", "A form brings any number of texts."],
    ["(texts?.has(name) ?? true)", "true", "A text is kept that the schema does not take."],
    [
      'claimed !== "" && files.has(name)',
      'claimed !== ""',
      "A file is stored that the schema does not take.",
    ],
  ]),
  ...slowly(
    mutantsOf(`${source}/parts.ts`, attacks, [
      ["fatal: true, ignoreBOM", "ignoreBOM", "Bytes that are not UTF-8 pass as other text."],
    ]),
  ),
  ...mutantsOf(`${source}/multipart.ts`, unit, [
    [
      "await remove(folder, ctx)\n        throw error",
      "throw error",
      "A slow reader keeps the files of a rejected form on the disk.",
    ],
    ["ctx.onDone(() => void remove(folder, ctx))", "void 0", "Files stay on the disk after their call."],
  ]),
  ...slowly(
    mutantsOf(`${source}/multipart.ts`, attacks, [
      ["> limits.total)", "> Infinity)", "A body that is too large is asked for."],
    ]),
  ),
  ...slowly(
    mutantsOf(`${source}/read-parts.ts`, attacks, [
      ["headerPairs, headerSize }", "headerSize }", "A part has any number of header lines."],
      ["headerPairs, headerSize }", "headerPairs }", "A part has a header of any length."],
      ["|| length > longestBoundary", "", "A boundary of any length is searched for."],
      [
        "const longestBoundary = 70",
        "const longestBoundary = 7_000",
        "A boundary of any length is searched for.",
      ],
      ["limits: { parts: fields + files,", "limits: {", "Parts without a name come without limit."],
      ["preservePath: true", "preservePath: false", "The parser decides what a file's name is."],
      ["if (total > parts.limits.total)", "if (total < 0)", "A body without a declared length has no limit."],
      ["small = new SmallPieces()\n    }", "}", "The bytes of a form are read twice or not at all."],
    ]),
  ),
  ...mutantsOf(
    `${source}/upload-folder.ts`,
    [`${source}/upload-folder.test.ts`],
    [
      ['open(path, "wx", 0o600)', 'open(path, "w", 0o600)', "An upload writes through a planted link."],
      ["size > limit", "size > limit + 1", "A file is larger than its limit."],
      ["if (path !== undefined) await rm", 'if (path === "") await rm', "Files stay on the disk."],
    ],
  ),
  ...mutantsOf(`${source}/upload-folder.ts`, unit, [
    ["0o600", "0o644", "Other users of the machine read uploads."],
  ]),
  ...mutantsOf(`${source}/uploaded-file.ts`, unit, [
    ["constants.COPYFILE_EXCL | constants", "constants", "A saved upload replaces a file."],
  ]),
  ...slowly(
    mutantsOf(`${source}/uploaded-file.ts`, attacks, [
      ["claimed.split(/[/\\\\]/)", "claimed.split(/[/]/)", "A file's name holds a Windows path."],
      ["claimed.split(/[/\\\\]/).at(-1)!", "claimed", "A file's name is a path."],
      ['.replace(/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]/gu, "")', "", "A file's name deceives whoever reads it."],
      [".slice(0, 200)", "", "A file's name has any length."],
    ]),
  ),
  ...mutantsOf(`${source}/file.ts`, unit, [
    ["value.size > most", "false", "A file is larger than its field allows."],
    [
      "types !== undefined && !types.some",
      "types === undefined && ![].some",
      "A field takes any type of file.",
    ],
    [
      'if (Array.isArray(value)) return refusal("must be one file")',
      "",
      "A field takes several files for one.",
    ],
  ]),
  ...mutantsOf("packages/trivet/src/context/read-body.ts", unit, [
    [
      "rejectEncoded(incoming)\n  const fields",
      "const fields",
      "A compressed form is parsed as if it were plain.",
    ],
    ["knownFieldsOf(schema).names)", "undefined)", "A text is kept that the schema does not take."],
  ]),
  ...mutantsOf("packages/trivet/src/schema/text-kinds.ts", unit, [
    [
      "return isOpen || names.size === 0 ? undefined : names",
      "return undefined",
      "A text is kept that the schema does not take.",
    ],
  ]),
]
