import { type User, userOf } from "./users.ts"

/** The collections of the application with 1,000 routes, unless `BENCH_COLLECTIONS` says otherwise: each has the usual five. */
export const collections: readonly string[] = Array.from(
  { length: Number(process.env["BENCH_COLLECTIONS"] ?? 200) },
  (_, at) => `things-${at}`,
)

/** What a collection answers with. */
export function listOf(collection: string): { readonly name: string; readonly data: readonly User[] } {
  return { name: collection, data: [userOf("1"), userOf("2")] }
}

/** The body of a request that finds no route. */
export const missing = { error: "Not Found" } as const
