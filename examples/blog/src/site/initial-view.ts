import { type Html, html } from "trivet/web"

/** The first letter of a name, in a circle. */
export function initialView(name: string): Html {
  return html`<span class="initial" aria-hidden="true">${/\S/u.exec(name)?.[0] ?? "?"}</span>`
}
