import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/telemetry/src"

/** What telemetry tells, and to whom. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${source}/traces/query-text.ts`,
    [`${source}/traces/query-text.test.ts`],
    [['?? groups["word"] ?? "?"', '?? groups["word"] ?? match[0]', "Spans contain literals of statements."]],
  ),
  ...mutantsOf(
    `${source}/traces/route-facts.ts`,
    [`${source}/traces/route-facts.test.ts`],
    [['? method : "_OTHER"', "? method : method", "A client makes as many series as it likes."]],
  ),
  ...mutantsOf(
    `${source}/metrics/prometheus.ts`,
    [`${source}/metrics/prometheus.test.ts`],
    [["{ middlewares, about", "{ about", "Anybody reads the metrics."]],
  ),
]
