import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/files/src"
const stores = ["packages/files/tests/stores/stores.test.ts"]
const operations = ["packages/files/tests/stores/operations.test.ts"]
const rows = ["packages/files/tests/rows/rows.test.ts"]
const direct = ["packages/files/tests/uploads/direct-uploads.test.ts"]
const downloads = ["packages/files/tests/downloads/downloads.test.ts"]

/** Files in rows: which bytes may be deleted, and who gets a file as what. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/store/file-store.ts`, stores, [
    ["^[a-z0-9][a-z0-9-]{0,99}$", "^[a-z0-9./-]{0,99}$", "A key leads out of the folder of files."],
  ]),
  ...mutantsOf(`${source}/store/folder-file-store.ts`, stores, [
    [
      "constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)",
      "constants.O_RDONLY",
      "A link in the folder shows other files.",
    ],
    ["      await rm(path, { force: true })\n", "", "Rejected uploads fill the disk."],
  ]),
  ...mutantsOf(`${source}/store/checked-bytes.ts`, stores, [
    ["if (size > limit)", "if (size > Infinity)", "A file is larger than allowed."],
    [
      "if (wanted !== undefined && size !== wanted)",
      "if (false)",
      "A file that was cut off is stored as whole.",
    ],
  ]),
  ...mutantsOf(`${source}/store/watched-store.ts`, operations, [
    [
      "this.#operations.watched ? this.#read(open) : open()",
      "this.#read(open)",
      "Each download in production pays for a dashboard.",
    ],
    ["await ended.catch(() => undefined)", "", "The dashboard shows a download as still running."],
  ]),
  ...mutantsOf(`${source}/rows/leftovers.ts`, rows, [
    [
      'where pg_try_advisory_xact_lock(${lockOf("id::text")})',
      "",
      "A sweep deletes the bytes of an open transaction.",
    ],
    [
      "where expires_at <= clock_timestamp() ${",
      "where true ${",
      "A sweep deletes the bytes of an upload in progress.",
    ],
    ["ids.filter((one) => !kept.has(one))", "ids", "A sweep deletes the bytes of a file."],
  ]),
  ...mutantsOf(
    `${source}/rows/leftovers.ts`,
    ["packages/files/tests/tenants/tenants.test.ts"],
    [
      [
        'await rowsOf(transaction, "set local row_security = off")',
        "",
        "A sweep deletes bytes whose rows a policy hides from it.",
      ],
    ],
  ),
  ...mutantsOf(`${source}/staged-bytes.ts`, rows, [
    ["if (this.#isGone || ", "if (", "A row names bytes that are deleted."],
  ]),
  ...mutantsOf(`${source}/reply/inline-types.ts`, downloads, [
    ['  "image/avif",\n', '  "image/avif",\n  "image/svg+xml",\n', "A picture of a stranger runs scripts."],
  ]),
  ...mutantsOf(`${source}/reply/file-reply.ts`, downloads, [
    [
      "const shown = inline && mayBeInline(row.type)",
      "const shown = inline",
      "A page of a stranger opens in this site.",
    ],
    ['    .set("x-content-type-options", "nosniff")\n', "", "A browser guesses that a file is a page."],
    ['"private, no-cache"', '"public, max-age=3600"', "A cache gives a file to others."],
  ]),
  ...mutantsOf(`${source}/reply/content-disposition.ts`, downloads, [
    ['|["\\\\%]/gu', "/gu", "A name ends the header and adds parameters."],
  ]),
  ...mutantsOf(`${source}/reply/signed-addresses.ts`, downloads, [
    ["isOwn && grant.expires * 1_000 > now", "isOwn", "An address is valid forever."],
    ["[method, id, expires, ", "[method, expires, ", "An address shows any other file."],
    ["[method, id, expires, ", "[method, id, ", "Its reader prolongs an address."],
    ["Object.entries(query), ", "", "A file is shown instead of saved."],
    [
      "const isOwn = given.length === own.length && timingSafeEqual(given, own)",
      "const isOwn = true",
      "Anyone makes addresses.",
    ],
  ]),
  ...mutantsOf(`${source}/reply/signed-addresses.ts`, direct, [
    ["([method, id, ", "([id, ", "Who may read a file may replace it."],
    [", Object.entries(headers)]", "]", "An upload is larger than the application allowed."],
  ]),
  ...mutantsOf(`${source}/rows/pending-uploads.ts`, direct, [
    [
      " and upload->>'owner' = $2",
      " and $2::text is not null",
      "A user makes the upload of another one his own.",
    ],
    ["set upload = null", "set upload = stored_file_leftovers.upload", "An upload becomes many files."],
  ]),
  ...mutantsOf(`${source}/rows/leftovers.ts`, direct, [
    ["seconds + graceSeconds", "seconds", "What a slow client sends is never deleted."],
  ]),
].map((mutant): Mutant => (mutant.tests === stores ? mutant : { ...mutant, slow: true }))
