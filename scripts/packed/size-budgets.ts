/** The most bytes that something of a package may have, minified and compressed with gzip. */
export interface SizeBudget {
  readonly name: string
  /** What is bundled: a program that uses it. */
  readonly code: string
  readonly bytes: number
}

/** Entry points, whole, without the packages that they depend on; in the order in which the check prints them. */
const entryPoints: Readonly<Record<string, number>> = {
  trivet: 36_500,
  "trivet/api": 13_000,
  "trivet/web": 21_500,
  "trivet/fetch": 10_500,
  // With what builds an application, for `serve(App, …)`: every server loads that anyway, with `trivet`.
  "trivet/node": 44_500,
  "trivet/cli": 36_500,
  "trivet/inspect": 1_200,
  // Nearly all of it is what `trivet` has too: the context of a call, and faults.
  "trivet/scope": 15_000,
  "trivet/testing": 34_500,
  "@trivet/auth": 6_200,
  "@trivet/limit": 3_600,
  "@trivet/multipart": 4_000,
  "@trivet/openapi": 7_000,
  "@trivet/postgres": 12_000,
  "@trivet/postgres/testing": 2_500,
  "@trivet/redis": 6_500,
  "@trivet/redis/testing": 2_500,
  "@trivet/tool/create": 14_000,
}

/** What people bundle for a browser: the parts of a contract, and nothing of the server. */
const contract: SizeBudget = {
  name: "a contract",
  code: 'export { contract, dto, list, resource } from "trivet"',
  bytes: 3_400,
}

/** All budgets. Raise one only for something that is worth its bytes to everyone who loads it. */
export const sizeBudgets: readonly SizeBudget[] = [
  contract,
  ...Object.entries(entryPoints).map(([name, bytes]) => ({
    name,
    code: `export * from ${JSON.stringify(name)}`,
    bytes,
  })),
]
