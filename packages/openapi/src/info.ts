import type { RouteDescription, StandardSchema } from "trivet"

/** What a document says beside what the application says of itself. */
export interface OpenApiInfo {
  readonly title: string
  /** The version of the API, not of OpenAPI. */
  readonly version: string
  /** One line. */
  readonly summary?: string
  /** As long as it takes; Markdown. */
  readonly description?: string
  /** Where the API is reached, if not where the document is. */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[]
  /** What each tag is about. A route's tag is the name of its module. */
  readonly tags?: Readonly<Record<string, string>>
  /** Names for schemas. Without one, a schema that is used twice is named by its title or after its first use. */
  readonly schemas?: Readonly<Record<string, StandardSchema>>
  /** Which routes to tell of: all but hidden ones unless given. */
  readonly include?: (route: RouteDescription) => boolean
}
