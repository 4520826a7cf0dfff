import { type Html, html } from "trivet/web"

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })

/** A moment as people read it, with the exact one for machines. */
export function timeView(moment: string): Html {
  return html`<time datetime="${moment}">${day.format(new Date(moment))}</time>`
}
