import type { ParameterNames } from "../context/parameter-names.ts"
import type { InputOf, OutputOf } from "../schema/standard-schema.ts"
import type { Parsed, ReplyOf } from "./client-reply.ts"

/** A value that is sent as text. `undefined` is not sent. */
export type TextValue = string | number | boolean | undefined

/**
 * A function of a client: sends the request of one record. Its options may be omitted if it requires none. If the record
 * replies with pages, it has `all()`.
 */
export type ClientCall<Given> = ({} extends CallOptions<Given>
  ? <Read = Parsed>(options?: CallOptions<Given> & ReadOptions<Read>) => PendingReply<ReplyOf<Given, Read>>
  : <Read = Parsed>(options: CallOptions<Given> & ReadOptions<Read>) => PendingReply<ReplyOf<Given, Read>>) &
  PagesCall<Given>

// By shape, so that a record may have a page of another library's schema, without `paged()`.
type PagesCall<Given> = Given extends {
  readonly accepts: { readonly query: infer Query }
  readonly returns: { readonly 200: infer Reply }
}
  ? OutputOf<Reply> extends { readonly items: readonly (infer Item)[]; readonly next?: string | null }
    ? "cursor" extends keyof InputOf<Query>
      ? AllPages<Given, Item>
      : unknown
    : unknown
  : unknown

/** The call of a record that replies with pages. */
interface AllPages<Given, Item> {
  /**
   * Yields the items of all pages, from `query.cursor` on if it is given. A page is requested when its first item is. A
   * reply that is not a page is thrown as a `ClientError`.
   */
  all(
    ...options: {} extends CallOptions<Given> ? [PagesOptions<Given>?] : [PagesOptions<Given>]
  ): AsyncGenerator<Item, void>
}

type PagesOptions<Given> = CallOptions<Given> & Pick<ReadOptions<never>, "signal">

/** The promise of a reply. It rejects only if there is no reply; every status is a reply. */
export interface PendingReply<Reply> extends Promise<Reply> {
  /** Resolves to a reply with `ok: true`. Any other reply is thrown as a `ClientError`. */
  orThrow(): Promise<Extract<Reply, { readonly ok: true }>>
}

/** The options of a record's call: the parameters of its path, and what it accepts. */
export type CallOptions<Given> = Given extends { readonly path: infer Path extends string }
  ? Given extends { readonly accepts: infer Schemas }
    ? ParamsOption<ParameterNames<Path>, Schemas> &
        QueryOption<Schemas> &
        HeadersOption<Schemas> &
        BodyOption<Schemas>
    : ParamsOption<ParameterNames<Path>, {}> & FreeQuery & FreeHeaders & FreeBody
  : never

/** How a call ends and how its reply is read. */
export interface ReadOptions<Read> {
  /** Abort it to cancel the request, also while the reply is read. */
  readonly signal?: AbortSignal
  /** Reads the body of a reply with `ok: true`, instead of parsing it: `readStream`, `readEvents`, or your own. */
  readonly read?: (response: Response) => Read | Promise<Read>
}

interface FreeQuery {
  /** The query. A list becomes a repeated name. */
  readonly query?: Readonly<Record<string, TextValue | readonly TextValue[]>>
}
interface FreeHeaders {
  /** Headers of this call, besides those of the client. */
  readonly headers?: Readonly<Record<string, TextValue>>
}
interface FreeBody {
  /** The body. Forms, blobs, streams and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

type ParamsOption<Names extends string, Schemas> = [Names] extends [never]
  ? { readonly params?: {} }
  : { readonly params: ParamsOf<Names, Schemas> }

type ParamsOf<Names extends string, Schemas> = Schemas extends { readonly params: infer Schema }
  ? { readonly [Name in Names]: TypeIn<InputOf<Schema>, Name> }
  : Readonly<Record<Names, string | number>>

// Every parameter is part of the path, so none is optional, even if the schema says so.
type TypeIn<Input, Name> = Name extends keyof Input ? Exclude<Input[Name], undefined> : string | number

type QueryOption<Schemas> = Schemas extends { readonly query: infer Schema }
  ? {} extends InputOf<Schema>
    ? { readonly query?: InputOf<Schema> }
    : { readonly query: InputOf<Schema> }
  : FreeQuery

type HeadersOption<Schemas> = Schemas extends { readonly headers: infer Schema }
  ? {} extends InputOf<Schema>
    ? { readonly headers?: InputOf<Schema> & FreeHeaders["headers"] }
    : { readonly headers: InputOf<Schema> & FreeHeaders["headers"] }
  : FreeHeaders

// A schema with `files` is a `form()` of `@trivet/multipart`.
type BodyOption<Schemas> = Schemas extends { readonly body: infer Schema }
  ? { readonly body: Schema extends { readonly files: object } ? FormData : InputOf<Schema> }
  : FreeBody
