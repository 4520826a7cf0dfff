import { raw } from "./html.ts"
import type { Page, View } from "../view.ts"

/** The values of a file template. */
export interface TemplateData<Data = unknown> {
  /** The result of the handler. */
  readonly data: Data
  /** The path, the nonce and the messages of the page. */
  readonly page: Page
}

/** Renders a file template: `(name, given) => eta.render(name, given)`. Its output is sent unchanged, so it must escape. */
export type TemplateRenderer = (name: string, given: TemplateData) => string | Promise<string>

/**
 * Returns a function that makes a view of a file template: `{ view: template("posts/index") }`. The output of the template
 * engine is sent unchanged, so turn its escaping on. Scripts and styles in it need `page.nonce`.
 */
export function templates(render: TemplateRenderer): <Data = unknown>(name: string) => View<Data> {
  return (name) => (data, page) => {
    const rendered = render(name, { data, page })
    return rendered instanceof Promise ? rendered.then(raw) : raw(rendered)
  }
}
