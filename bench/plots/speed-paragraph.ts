import { caseOf, measureOf, type Result } from "../result.ts"
import { wrap } from "./page.ts"

/** What the README says about speed, from the result of `bench:http`. */
export function speedParagraph(result: Result | undefined): string {
  if (result === undefined)
    return wrap("**Speed.** No figures are recorded: see [the benchmarks](docs/why/benchmarks.md).")
  const one = caseOf(result, "a")
  const { digits, series } = measureOf(one, "share of bare-optimized")
  const speedOf = (name: string) => {
    const figure = series.find((row) => row.name === name)?.middle
    if (figure === undefined) throw new Error(`The result has no figure of ${name}`)
    return figure.toFixed(digits)
  }
  return wrap(
    `**Speed.** A route with a parameter has ${speedOf("trivet")} of the speed of \`node:http\` by hand, Fastify ${speedOf("fastify")}, Hono ${speedOf("hono")}, NestJS ${speedOf("nest")}, Express ${speedOf("express")}: the inverse of the CPU time of a request, by \`${one.command}\` ([set-ups, dates and intervals](docs/why/benchmarks.md)).`,
  )
}
