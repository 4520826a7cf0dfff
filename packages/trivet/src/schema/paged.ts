import type { CheckedFields, Dto, DtoFields, DtoInput, DtoOutput } from "./dto/dto-fields.ts"
import { dto } from "./dto/dto.ts"
import { list } from "./list.ts"

/** Options of `paged()`. */
export interface PagedOptions<Query extends DtoFields> {
  /** Further fields of the query, such as filters, with their tags. Default: none. */
  readonly query?: CheckedFields<Query>
  /** The number of items of a page if the client names none. Default: 20. */
  readonly limit?: number
  /** The largest number of items that a client may name. Default: 100. */
  readonly maxLimit?: number
}

/** The fields of a record whose list comes in pages, made by `paged()`. */
export interface Paged<Item, ItemInput, Query extends DtoFields> {
  /** The query: `limit`, `cursor`, and the further fields. */
  readonly accepts: {
    readonly query: Dto<
      DtoOutput<Query> & { readonly limit: number; readonly cursor?: string },
      DtoInput<Query> & { readonly limit?: number; readonly cursor?: string }
    >
  }
  /** The reply: a page. */
  readonly returns: {
    readonly 200: Dto<
      { readonly items: Item[]; readonly next?: string },
      { readonly items: ItemInput[]; readonly next?: string }
    >
  }
}

/**
 * Makes the fields of a record whose list comes in pages: `{ method: "GET", path: "/tickets", ...paged(Ticket) }`. The
 * query has `limit` and `cursor`, the reply has `items` and, if there are more, the cursor of the `next` page.
 * `paginate()` of `@trivet/postgres` reads such a page; `all()` of a client's call reads all of them.
 */
export function paged<Item, ItemInput, const Query extends DtoFields = {}>(
  item: Dto<Item, ItemInput>,
  { query, limit = 20, maxLimit = 100 }: PagedOptions<Query> = {},
): Paged<Item, ItemInput, Query> {
  const fields = {
    ...query,
    limit: `integer,min=1,max=${maxLimit},default=${limit}; The number of items of a page.`,
    cursor: "max=4000; Where the page begins: `next` of the page before. The first page if absent.",
  }
  const page = dto({ items: list(item), next: "; The cursor of the next page; absent on the last one." })
  // The compiler cannot see the tags of computed fields.
  return { accepts: { query: dto(fields as {}) }, returns: { 200: page } } as unknown as Paged<
    Item,
    ItemInput,
    Query
  >
}
