const words = (
  "time year people way day man thing woman life child world school state family student group country problem hand " +
  "part place case week company system program question work government number night point home water room mother " +
  "area money story fact month lot right study book eye job word business issue side kind head house service friend"
).split(" ")

/** Numbers below 1 that look random and are the same every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** A list of posts whose JSON has about `bytes` bytes. Only words, names of fields and days are repeated. */
export function postsOf(bytes: number, seed = 1): readonly object[] {
  const random = createRandom(seed)
  const text = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(" ")
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("")
  const post = () => ({
    id: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    title: text(5),
    content: text(25),
    author: { id: Math.floor(random() * 1_000_000), name: text(2) },
    created_at: new Date(1_700_000_000_000 + random() * 10_000_000_000).toISOString(),
    published: random() < 0.5,
  })
  const list = [post()]
  let size = JSON.stringify(list).length
  while (size < bytes) {
    list.push(post())
    size += JSON.stringify(list.at(-1)).length + 1
  }
  return list
}

/** The sizes that are measured, in kilobytes. */
export const sizes: readonly number[] = [2, 20, 200]
