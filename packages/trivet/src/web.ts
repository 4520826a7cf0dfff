export type { BodyReader } from "./context/body/body-reader.ts"
export type { ErrorView } from "./platform/web/errors/error-view.ts"
export type { Failure } from "./platform/web/errors/failure.ts"
export { type Flash, flash, type FlashKind } from "./platform/web/flash.ts"
export { Html, html, type HtmlValue, raw } from "./platform/web/html/html.ts"
export {
  type FormErrors,
  type FormOptions,
  type FormResult,
  type FormState,
  type FormTexts,
  readForm,
} from "./platform/web/read-form.ts"
export { isLocalPath, redirect, type RedirectOptions, type RedirectStatus } from "./platform/web/redirect.ts"
export { type Page, render, type RenderOptions, type View, ViewReply } from "./platform/web/view.ts"
export { type TemplateData, type TemplateRenderer, templates } from "./platform/web/html/templates.ts"
export { web, type WebOptions } from "./platform/web/web.ts"
export type { FormFields } from "./schema/convert-form.ts"
