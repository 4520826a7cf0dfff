import { type Html, html } from "trivet/web"

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })

const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })

/** A moment as people read it, with the exact one for machines. */
export function timeView(moment: string): Html {
  return html`<time datetime="${moment}">${day.format(new Date(moment))}</time>`
}

/** A moment with its hour and minute, for what follows upon each other within a day. */
export function momentView(moment: string): Html {
  return html`<time datetime="${moment}">${minute.format(new Date(moment))} UTC</time>`
}
