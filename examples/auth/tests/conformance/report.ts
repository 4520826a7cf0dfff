import type { Api } from "./api.ts"
import type { Case } from "./case.ts"

/** What came of one case. */
export interface Outcome {
  readonly one: Case
  /** Why it does not hold; `undefined` where it does. */
  readonly failure: string | undefined
}

/** Runs cases one after the other, so that none disturbs another. */
export async function runCases(
  cases: readonly Case[],
  api: Api,
  tell: (line: string) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of cases) {
    const failure = await one.run(api).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    outcomes.push({ one, failure })
    tell(lineOf(one, failure))
  }
  return outcomes
}

function lineOf({ by, states }: Case, failure: string | undefined): string {
  const line = `${failure === undefined ? "holds" : "FAILS"}  ${by.padEnd(13)}  ${states}`
  return failure === undefined ? line : `${line}\n${failure.replaceAll(/^/gm, "         ")}`
}

/** How many statements hold, by who made them. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  return (["specification", "decision"] as const)
    .map((by) => {
      const own = outcomes.filter(({ one }) => one.by === by)
      return `${by}: ${own.filter(({ failure }) => failure === undefined).length} of ${own.length} hold`
    })
    .join("\n")
}
