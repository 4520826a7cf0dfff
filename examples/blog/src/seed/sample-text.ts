const subjects = ["A trivet", "The kettle", "Every index", "A slow query", "The last page", "An old lock"]
const verbs = ["carries", "outlives", "explains", "refuses", "remembers", "waits for"]
const objects = [
  "three legs",
  "its own cache",
  "a good name",
  "the next reader",
  "one more process",
  "the tide",
]

function pick(words: readonly string[], at: number): string {
  return words[at % words.length]!
}

/** A sentence; neighbours differ. */
export function sentence(at: number): string {
  return `${pick(subjects, at)} ${pick(verbs, Math.floor(at / 6))} ${pick(objects, Math.floor(at / 36))}`
}

/** A paragraph of three to eight sentences. */
export function paragraph(at: number): string {
  const count = 3 + (at % 6)
  return Array.from({ length: count }, (_, index) => `${sentence(at + index * 17)}.`).join(" ")
}
