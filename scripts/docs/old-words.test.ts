import { describe, expect, it } from "vitest"
import { oldWordProblems } from "./old-words.ts"

const words = [
  { word: "crew", write: "supervisor" },
  { word: "floor", write: "layer" },
  { word: "last words", write: "printed" },
]

describe("oldWordProblems", () => {
  it.each([
    "the crew",
    "Crew of workers",
    "two crews",
    "CREW_SIZE",
    "joinCrew()",
    "class CrewMember",
    "./find-crew.ts",
    "crew_size",
    "its last words",
    "Last words",
    "lastWords(fault)",
    "LastWords",
    "./last-words.ts",
    "the first floor",
  ])("finds the word in %j", (text) => {
    expect(oldWordProblems("docs/a.md", `\n${text}\n`, words)).toEqual([
      expect.stringMatching(/^docs\/a\.md:2: old word "[a-z ]+": write "[a-z]+"/),
    ])
  })

  it.each(["screw", "crewed", "Math.floor(x)", "select floor(x)", "flooring", "at last, words"])(
    "does not find it in %j",
    (text) => {
      expect(oldWordProblems("docs/a.md", text, words)).toEqual([])
    },
  )

  it("finds a prefix only within identifiers", () => {
    const prefix = [{ word: "told", write: "report", prefix: true }]
    const found = (text: string) => oldWordProblems("docs/a.md", text, prefix).length
    expect(["ToldApp", "toldError", "readToldApp"].map(found)).toEqual([1, 1, 1])
    expect(["told", "Told of it", "TOLD", "untoldApp"].map(found)).toEqual([0, 0, 0, 0])
  })

  it("finds it in the path of a file", () => {
    expect(oldWordProblems("src/join-crew.ts", "", words)).toEqual([
      'src/join-crew.ts: old word "crew" in the path: write "supervisor"',
    ])
  })

  it("lets the code in a decision name what no longer exists", () => {
    const text = "It was `Crew`.\n\n```text\ncrew.ts\n```\n\nThe crew.\n"
    expect(oldWordProblems("decisions/names.md", text, words)).toEqual([
      'decisions/names.md:7: old word "crew": write "supervisor": The crew.',
    ])
    expect(oldWordProblems("docs/names.md", text, words)).toHaveLength(3)
  })
})
