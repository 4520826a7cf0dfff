import { median, shuffle, spread, table } from "../figures.ts"
import { byHand } from "./pages/by-hand.ts"
import { type PostList, postList } from "./pages/posts.ts"
import { withEta } from "./pages/with-eta.ts"
import { withHtml } from "./pages/with-html.ts"

const renderers: Readonly<Record<string, (list: PostList) => string>> = {
  html: withHtml,
  "by hand": byHand,
  Eta: withEta,
}
const names = Object.keys(renderers)
const pagesPerRound = 100
const warmUp = 10

/** What was measured: microseconds of CPU time for a page, round by round. */
export interface Pages {
  readonly times: ReadonlyMap<string, readonly number[]>
  /** How many times as fast one is as another, round by round: what disturbs one disturbs both. */
  shares(name: string, other: string): number[]
}

/** Renders the page with each in turn, in an order left to chance. */
export function measurePages(rounds: number): Pages {
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of shuffle(names)) {
      const time = timeOf(renderers[name]!)
      if (round >= 0) times.get(name)!.push(time)
    }
  }
  return {
    times,
    shares: (name, other) => times.get(name)!.map((time, round) => times.get(other)![round]! / time),
  }
}

function timeOf(render: (list: PostList) => string): number {
  let bytes = 0
  const start = process.threadCpuUsage()
  // To bytes, as an engine must: only then are joined texts really joined.
  for (let page = 0; page < pagesPerRound; page++) bytes += Buffer.from(render(postList)).length
  const { user, system } = process.threadCpuUsage(start)
  if (bytes < pagesPerRound) throw new Error("nothing was rendered")
  return (user + system) / pagesPerRound
}

/** The figures as a table. */
export function pageTable(pages: Pages): string {
  const rows = names.map((name) => {
    const times = pages.times.get(name)!
    const shares = pages.shares(name, "by hand")
    return [name, median(times).toFixed(1), median(shares).toFixed(3), spread(shares)]
  })
  return table(["rendered with", "µs CPU per page", "share of by hand", "p25–p75"], rows)
}
