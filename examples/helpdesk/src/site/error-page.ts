import { type ErrorView, html } from "trivet/web"
import { layout } from "./layout.ts"

/** The page for whatever goes wrong. In development an error with a status of 500 has a page of the framework instead. */
export const errorPage: ErrorView = ({ status, title }, page) =>
  layout(
    title,
    page,
    html`<h1>${status} ${title}</h1>
      <p><a href="/">To the first page</a></p>`,
  )
