import { type ErrorView, html } from "trivet/web"
import { layout } from "./layout.ts"

/** The page for whatever goes wrong. In development it shows what happened, too; in production there is no `detail`. */
export const errorPage: ErrorView = ({ status, title, detail }, page) =>
  layout(
    title,
    page,
    html`<h1>${status} ${title}</h1>
      <p><a href="/">To the first page</a></p>
      ${detail && html`<pre>${detail.message}${"\n\n"}${detail.stack}</pre>`}`,
  )
