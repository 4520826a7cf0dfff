import type { Calls } from "../http/cases.ts"

/** What is measured, and how much of bare's speed it is to keep. */
export interface AuthCase extends Calls {
  readonly name: "warm" | "cold"
  readonly title: string
  /** How many tokens are shown in turn. */
  readonly tokens: number
  /** `undefined` where a figure is only reported. */
  readonly least: number | undefined
}

const script = "../../auth/wrk/tokens.lua"

/** The cases, by the names that `--cases` takes. */
export const cases: readonly AuthCase[] = [
  {
    name: "warm",
    title: "GET behind the bearer middleware, 100 tokens in turn",
    path: "/me",
    script,
    tokens: 100,
    least: 0.85,
  },
  // More than a server remembers, so that each is verified anew.
  {
    name: "cold",
    title: "the same, each token seen for the first time",
    path: "/me",
    script,
    tokens: 30_000,
    least: undefined,
  },
]
