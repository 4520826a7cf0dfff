import { parseArgs } from "node:util"
import { quantile, table } from "../figures.ts"
import { completeAt, type Offered, type Place, placesIn } from "./completions.ts"
import { LanguageServer } from "./language-server.ts"
import type { Shape, Typed } from "./shape.ts"
import { shapes } from "./shapes.ts"
import { writeProject } from "./write-project.ts"

// npm run bench:completion -- [--routes 1000] [--places 50] [--limit 60] [--only trivet]
const { values } = parseArgs({
  options: {
    routes: { type: "string", default: "1000" },
    places: { type: "string", default: "50" },
    limit: { type: "string", default: "60" },
    only: { type: "string", default: "" },
  },
})
const routeCount = Number(values.routes)
const placeCount = Number(values.places)
const limit = Number(values.limit)

/** What 95 of 100 completions of Trivet's client may take with 1,000 routes, in milliseconds. */
const bound = 100
const head = ["", "typed", "first", "p50", "p95", "CPU p50", "CPU p95", "places"]
const rows: string[][] = []
const verdicts: { readonly reached: boolean; readonly text: string }[] = []

for (const shape of shapes) {
  if (shape.typed === undefined || !shape.name.toLowerCase().includes(values.only.toLowerCase())) continue
  const { first, all } = await measure(shape, shape.typed)
  for (const [typed, offered] of all) {
    const walls = offered.map(({ wall }) => wall)
    const cpus = offered.map(({ cpu }) => cpu)
    rows.push([
      shape.name,
      `\`${typed.text}\``,
      typed === shape.typed[0] ? inWords(first) : "",
      ...[walls, cpus].flatMap((times) => [0.5, 0.95].map((share) => inWords(quantile(times, share)))),
      String(offered.length),
    ])
    const slow = quantile(walls, 0.95)
    const text = `${shape.name}, \`${typed.text}\`: p95 is ${inWords(slow)}, at most ${bound} ms`
    if (shape.ours) verdicts.push({ reached: slow <= bound && offered.length === placeCount, text })
  }
}

console.log(`\n${routeCount.toLocaleString("en")} routes\n\n${table(head, rows)}\n`)
for (const { reached, text } of verdicts) console.log(`${reached ? "reached" : "MISSED "}  ${text}`)
process.exitCode = verdicts.every(({ reached }) => reached) ? 0 : 1

/** Asks at one place after the other, until all are done or the time is up. `first` loads the project, too. */
async function measure(shape: Shape, texts: readonly Typed[]) {
  const files = shape.files(routeCount)
  const server = await LanguageServer.start(writeProject(`bench-${shape.id}-${routeCount}`, files, shape))
  try {
    const places = placesIn(files, placeCount)
    const start = performance.now()
    await ask(server, shape, places[0]!, texts[0]!)
    const first = performance.now() - start
    const all = new Map(texts.map((typed) => [typed, [] as Offered[]]))
    const end = performance.now() + limit * 1000
    for (const place of places) {
      if (performance.now() > end) break
      for (const [typed, offered] of all) offered.push(await ask(server, shape, place, typed))
    }
    return { first, all }
  } finally {
    await server.stop()
  }
}

/** Asks, and refuses an answer that a reader could not use: a fast server may offer nothing. */
async function ask(server: LanguageServer, shape: Shape, place: Place, typed: Typed): Promise<Offered> {
  const offered = await completeAt(server, place, typed)
  const missing = typed.names.filter((name) => !offered.names.includes(name))
  if (missing.length > 0) throw new Error(`${shape.name}, ${place.file}: ${missing.join(", ")} not offered`)
  return offered
}

function inWords(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`
}
