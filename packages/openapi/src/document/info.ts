import type { StandardSchema } from "trivet"
import type { RouteDescription } from "trivet/extend"

/** The parts of the document beside the routes. */
export interface OpenApiInfo {
  /** The title of the API. */
  readonly title: string
  /** The version of the API, not of OpenAPI. */
  readonly version: string
  /** One line about the API. */
  readonly summary?: string
  /** A longer description, in Markdown. */
  readonly description?: string
  /** The addresses of the API. Default: the server of the document. */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[]
  /** Descriptions of tags. The tag of a route is the name of its module. */
  readonly tags?: Readonly<Record<string, string>>
  /** Names of schemas. Default: a schema that is used twice is named by its title or after its first use. */
  readonly schemas?: Readonly<Record<string, StandardSchema>>
  /** Whether the document contains a route. Hidden routes are omitted in any case. Default: true. */
  readonly include?: (route: RouteDescription) => boolean
}
