import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import type { Finding } from "../../src/fuzz.ts"
import { reportOfCopy } from "./find-bug.ts"
import { leaks } from "./leaks.ts"
import { createPlantedCopy } from "./planted-copy.ts"
import type { PlantedEdit, ReferenceName } from "./planted-edit.ts"

// All leaks, and three runs of each original: TRIVET_LONG=1 npx vitest run packages/tool/tests/planted/leaks.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const bound = 600_000
const originals = [
  "blog API",
  "blog API with own posts",
  "blog site",
  "auth",
  "helpdesk",
  "notebook",
] as const

/** What the phase reports, and how long the whole command took. */
async function search(reference: ReferenceName, edits: readonly PlantedEdit[] = [], seed = 1) {
  const copy = await createPlantedCopy(reference, ...edits)
  const began = performance.now()
  try {
    const { findings, failure, phases } = await reportOfCopy(copy, { seconds: 120, only: "leaks", seed })
    expect(failure).toBe(undefined)
    // Otherwise it would find nothing because it tried nothing.
    if (findings.length === 0) expect(phases[0]?.note).toBe(undefined)
    const found = findings.filter(({ kind }) => kind === "leak")
    const seconds = Math.round((performance.now() - began) / 1000)
    const kinds = edits.map(({ kind }) => kind).join(", ")
    noteFigure("leak", `${reference}, ${kinds || "original"}`, `${found.length} found, ${seconds} s`)
    return { found, seconds }
  } finally {
    await copy.remove()
  }
}

/** The first leak of each kind in a reference. */
const leaksIn = (name: ReferenceName, ...kinds: readonly string[]) =>
  kinds.map((wanted) => leaks.find(({ reference, kind }) => reference === name && kind === wanted)!)

/** Who got what: the sentence of a finding without its route. */
const sentence = ({ title }: Finding) => title.replaceAll(/`[\w' ]+`/g, "a user")

describe("trivet fuzz", () => {
  it(
    "finds the list of the blog whose condition was removed, with the calls and the statement",
    { timeout: bound },
    async () => {
      const { found, seconds } = await search("blog API", [leaks[0]!])
      expect(found.map(({ route }) => route)).toEqual(["GET /my-posts"])
      expect(found[0]!.title).toMatch(/^answers `\w+` with a text that only `\w+` of another account wrote$/)
      expect(found[0]!.evidence).toMatch(
        /^1\. `\w+`: (?:POST|PUT) \/posts.*\n2\. `\w+` of another account: GET \/my-posts 200.*\nread by src\/posts\/posts-store\.ts:\d+: select /,
      )
      expect(seconds).toBeLessThan(30)
    },
  )

  it("finds texts of others in everything that comes to a user", { timeout: bound }, async () => {
    const { found } = await search(
      "notebook",
      leaksIn("notebook", "count", "export", "file", "job", "log", "mail", "socket", "stream"),
    )
    expect(found.map((finding) => `${finding.route}: ${sentence(finding)}`).toSorted()).toEqual([
      "GET /changes: sends on the socket of a user a text that only a user of another account wrote",
      "GET /files/:id: answers a user with a text that only a user of another account wrote",
      "GET /live: streams to a user a text that only a user of another account wrote",
      "GET /notes/count: answers a user with a number that grows with rows that only a user of another account creates",
      "GET /notes/export: answers a user with a text that only a user of another account wrote",
      "POST /notes: gives to a job of a user a text that only a user of another account wrote",
      "POST /notes: logs in a call of a user a text that only a user of another account wrote",
      "POST /notes: mails to a user a text that only a user of another account wrote",
    ])
  })

  it(
    "finds what comes by forms, files and a live page of an application of real size",
    { timeout: bound },
    async () => {
      const kinds = ["error text", "file", "saved draft", "stream", "after sharing ends"]
      const { found } = await search("helpdesk", leaksIn("helpdesk", ...kinds))
      const ended = "POST /tickets/:id/shares, POST /tickets/:id/shares/:user/end"
      const sentences = found.map((finding) => `${finding.route}: ${sentence(finding)}`)
      // The text of an error is that of a guard, which several routes have.
      expect(sentences.toSorted()).toEqual([
        `GET /: answers a user with a text that only a user of another account wrote, after: ${ended}`,
        "GET /api/tickets/:id/payment: answers a user with a text that only a user of another account wrote",
        "GET /api/tickets/:id/replies: streams to a user a text that only a user of another account wrote",
        "GET /api/tickets/:id: answers a user with a text that only a user of another account wrote",
        `GET /tickets.csv: answers a user with a text that only a user of another account wrote, after: ${ended}`,
        "GET /tickets/:id/attachments/:attachment: answers a user with a text that only a user of another account wrote",
        "GET /tickets/:id/live: streams to a user a text that only a user of another account wrote",
        "GET /tickets/:id/notes: answers a user with a text that only a user of another account wrote",
        "GET /tickets/:id: answers a user with a text that only a user of another account wrote",
      ])
    },
  )

  it("finds what is shared only if the access file does not say so", { timeout: bound }, async () => {
    expect((await search("notebook")).found).toEqual([])
    const unsaid: PlantedEdit = {
      reference: "notebook",
      file: "tests/access.ts",
      search: 'shares: (_route, _writer, to) => to === "agent"',
      replace: 'shares: (_route, from) => from === "agent"',
      kind: "shared the other way",
      what: "The agent may not read.",
    }
    const { found } = await search("notebook", [unsaid])
    expect(found.map(({ route }) => route)).toContain("GET /notes")
    expect(found.every(({ title }) => / `agent`/.test(title))).toBe(true)
  })

  it.each(["after sharing ends", "after a role change"])(
    "finds what is still read %s",
    { timeout: bound },
    async (kind) => {
      const { found } = await search("notebook", leaksIn("notebook", kind))
      const list = found.find(({ route }) => route === "GET /notes")!
      if (kind === "after sharing ends") {
        expect(list.title).toMatch(/another account wrote, after: POST \/guests, DELETE \/guests\/:id$/)
        expect(list.evidence).toMatch(
          /^1\. `owner`: POST \/guests \{"email":.*\n2\. `owner`: DELETE \/guests\/[\w-]+\n3\. /,
        )
      } else expect(list.title).toMatch(/^answers `former agent` with/)
    },
  )

  it.runIf(isLong)("finds all planted leaks", { timeout: 6 * bound }, async () => {
    const missed: string[] = []
    for (const leak of leaks) {
      const { found } = await search(leak.reference, [leak])
      if (!found.some(({ route }) => route === leak.route)) missed.push(leak.what)
    }
    noteFigure("leaks", "all references", `${leaks.length - missed.length} of ${leaks.length} found`)
    expect(missed).toEqual([])
  })

  it.runIf(isLong).each(originals)(
    "finds no leak in %s, in three runs",
    { timeout: 2 * bound },
    async (reference) => {
      for (const seed of [1, 2, 3]) expect((await search(reference, [], seed)).found).toEqual([])
    },
  )
})
