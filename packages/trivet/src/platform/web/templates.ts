import { raw } from "./html.ts"
import type { Page, View } from "./view.ts"

/** What a file template is rendered with: what the handler returned, and what a view may know of the call. */
export interface TemplateData<Data = unknown> {
  readonly data: Data
  readonly page: Page
}

/** Renders a file template by its name: `(name, given) => eta.render(name, given)`. It must escape by itself. */
export type TemplateRenderer = (name: string, given: TemplateData) => string | Promise<string>

/**
 * Makes views of file templates: `template("posts/index")` stands wherever a view does, in a record or in `render()`.
 * What the engine gives is sent as it is, so its escaping must be on, and scripts in it carry `page.nonce`.
 */
export function templates(render: TemplateRenderer): <Data = unknown>(name: string) => View<Data> {
  return (name) => (data, page) => {
    const rendered = render(name, { data, page })
    return rendered instanceof Promise ? rendered.then(raw) : raw(rendered)
  }
}
