import { PublicError } from "trivet"
import { greatestId, isId } from "../ids/time-ordered-ids.ts"

/** Which part of a list is asked for. */
export interface PageRequest {
  readonly limit: number
  /** Posts older than this one. */
  readonly before: string
}

/** A part of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | undefined
}

const most = 100

/** A page ends with the post at which its contents reach this many bytes, whatever its limit. */
export const mostBytes = 1_000_000

/** The first page, of the usual length. */
export const firstPage: PageRequest = { limit: most, before: greatestId }

/** Whether this is the first page, of the usual length. */
export function isFirstPage({ limit, before }: PageRequest): boolean {
  return limit === firstPage.limit && before === firstPage.before
}

/** Reads `limit` and `cursor`. An odd limit is brought into its bounds; a cursor that we never gave out is refused. */
export function parsePage({ limit = "", cursor = "" }: { limit?: string; cursor?: string }): PageRequest {
  const asked = limit.trim() === "" ? Number.NaN : Math.trunc(Number(limit))
  if (cursor !== "" && !isId(cursor)) throw new PublicError(400, "Invalid request")
  return {
    limit: Number.isNaN(asked) ? most : Math.min(Math.max(asked, 1), most),
    before: cursor === "" ? greatestId : cursor,
  }
}

/** A row of a list, and how many bytes the contents of those before it have. */
export interface ListedRow {
  readonly id: string
  readonly bytes_before: number
}

/** Makes a page of rows of which one more was read than it may have. */
export function cutPage<Row extends ListedRow, Item>(
  rows: Row[],
  limit: number,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const kept = rows.filter(({ bytes_before }, at) => at < limit && bytes_before < mostBytes)
  return { items: kept.map(itemOf), next: kept.length < rows.length ? kept.at(-1)!.id : undefined }
}

/** Where the next page is. */
export function pathTo(path: string, limit: number, next: string): string {
  return `${path}?limit=${limit}&cursor=${next}`
}

/** The `Link` header that leads to the next page. */
export function linkTo(next: string): string {
  return `<${next}>; rel="next"`
}
