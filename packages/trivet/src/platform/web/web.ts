import { ItemLines, findErrorMap, readReturned } from "../../app/dispatch/read-returned.ts"
import { requestKind } from "../../context/kind.ts"
import { type Platform, platformOf, type Rejection } from "../../app/dispatch/platform.ts"
import type { BodyReader } from "../../context/body/body-reader.ts"
import type { Call } from "../../context/call.ts"
import { formReader } from "../../context/body/parse-form.ts"
import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { Reply } from "../../context/reply/reply.ts"
import { checkOptions } from "../../fault/check-options.ts"
import { titleOf } from "../../module/routes/flat-route.ts"
import { bodyHeaders } from "../body-headers.ts"
import { jsonFailure } from "../json-failure.ts"
import { writeJson } from "../json-reply.ts"
import { developmentView } from "./errors/development-view.ts"
import { type ErrorView, errorView } from "./errors/error-view.ts"
import { failureOf, failureOfReply } from "./errors/failure.ts"
import { Html } from "./html/html.ts"
import { CallPage } from "./page.ts"
import { viewField } from "./view-field.ts"
import { ViewReply, type Page } from "./view.ts"
import { findStatusText } from "../find-status-text.ts"

/** Options of `web()`. */
export interface WebOptions {
  /**
   * The view of error pages. Default: a plain page. In development a thrown error with a status of 500 and above is shown
   * by a page of the framework instead. The view also runs once for each error that is sent without a request, such as 503
   * under overload; then `path` is empty and `get()` returns nothing.
   */
  readonly error?: ErrorView
  /**
   * Readers of further body types, such as `multipart()` of `@trivet/multipart`. Default: only JSON and URL-encoded
   * forms.
   */
  readonly bodies?: readonly BodyReader[]
}

/**
 * The web platform: the `view` of a record renders the handler's result as HTML. A client that prefers JSON gets the
 * data, as from the API platform. `ctx.bind()` reads JSON and forms, chosen by `Content-Type`.
 */
export function web(options: WebOptions = {}): Platform {
  checkOptions(options, { error: true, bodies: true }, "web()")
  const { error: own, bodies = [] } = options
  const error = own ?? errorView
  return platformOf({
    name: "web",
    serves: [requestKind],
    fields: [viewField],
    bodies: { readers: [formReader, ...bodies], restIsJson: false },
    reply: (value, call) => replyFor(value, call, error),
    fail: (thrown, call) => failFor(thrown, call, error),
    rejection: (status) => pageWithoutCall(own, status),
  })
}

function replyFor(value: unknown, call: Call, error: ErrorView): Reply | Promise<Reply> {
  const reply = readReturned(value, call)
  return reply instanceof Promise
    ? reply.then((later) => write(later, call, error))
    : write(reply, call, error)
}

function write(reply: Reply, call: Call, error: ErrorView): Reply | Promise<Reply> {
  if (reply instanceof ViewReply) {
    vary(call)
    if (prefersJson(call.header("accept"))) return writeJson(reply, call)
    return reply.view === undefined ? errorReply(reply, call, error) : renderReply(reply, call)
  }
  if (reply.body instanceof ItemLines && reply.body.values instanceof Html)
    return htmlReply(reply.status, reply.body.values, new CallPage(call))
  if (reply.body !== undefined || findErrorMap(reply) === undefined) return writeJson(reply, call)
  // An error that was returned by a middleware or by a handler without a view. A client that does not ask for HTML
  // explicitly gets JSON.
  vary(call)
  return asksForHtml(call.header("accept")) ? errorReply(reply, call, error) : writeJson(reply, call)
}

function renderReply(viewed: ViewReply, call: Call): Reply | Promise<Reply> {
  const page = new CallPage(call)
  // A finished body is JSON, which can be parsed again.
  const data: unknown = viewed.value === undefined ? JSON.parse(viewed.body as string) : viewed.value
  const status = viewed.status === 304 ? 200 : viewed.status
  const rendered = viewed.view!(data, page)
  return rendered instanceof Promise
    ? rendered.then((markup) => htmlReply(status, markup, page, viewed.headers))
    : htmlReply(status, rendered, page, viewed.headers)
}

function errorReply(reply: Reply, call: Call, error: ErrorView): Reply {
  const page = new CallPage(call)
  return htmlReply(reply.status, error(failureOfReply(reply), page), page, reply.headers)
}

function failFor(thrown: unknown, call: Call, error: ErrorView): Reply {
  // `jsonFailure()` logs the error and decides what may be sent.
  const told = jsonFailure(thrown, call)
  if (prefersJson(call.header("accept"))) return told
  try {
    const page = new CallPage(call)
    const { production } = call.settings
    const route = titleOf(call.method, call.pattern ?? "(no route)")
    const { detail, ...failure } = failureOf(told, thrown, production, route)
    const markup = detail === undefined ? error(failure, page) : developmentView(failure, detail, page)
    return htmlReply(told.status, markup, page, told.headers)
  } catch (failure) {
    call.log.error({ err: failure }, "the page for an error failed itself")
    return told
  }
}

function htmlReply(status: number, markup: Html, page: CallPage, others?: ReplyHeaders): Reply {
  const body = typeof markup.pieces === "string" ? markup.pieces : markup
  const reply = Reply.body(status, "text/html; charset=utf-8", body)
  reply.headers = new ReplyHeaders().set("content-security-policy", policyFor(page.nonce))
  // A flash message is shown once, so the page must not be cached.
  if (page.showsFlash) reply.headers.set("cache-control", "no-store")
  if (others !== undefined) {
    reply.headers.addMissing(others)
    for (const name of bodyHeaders) reply.headers.delete(name)
  }
  return reply
}

/**
 * The policy of a page: it may load from its own site, and execute only what has its nonce. Injected markup executes
 * nothing.
 */
function policyFor(nonce: string): string {
  const own = `'self' 'nonce-${nonce}'`
  return `default-src 'self'; script-src ${own}; style-src ${own}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

function vary(call: Call): void {
  call.response().appendHeader("vary", "Accept")
}

const htmlType = "text/html; charset=utf-8"

/**
 * The page for an error without a call: the site's own, rendered once, unless it contains promises. Without an own
 * view, only an overloaded server sends a page: other early rejections rarely concern browsers.
 */
function pageWithoutCall(view: ErrorView | undefined, status: number): Rejection | undefined {
  if (view === undefined) return status === 503 ? { type: htmlType, body: plain } : undefined
  const title = findStatusText(status) ?? "Error"
  const page: Page = { path: "", nonce: crypto.randomUUID(), flash: [], get: () => undefined }
  const { pieces } = view({ status, title, message: title }, page)
  if (typeof pieces === "string") return { type: htmlType, body: pieces }
  return status === 503 ? { type: htmlType, body: plain } : undefined
}

const plain = "<!doctype html><title>Service Unavailable</title><h1>Service Unavailable</h1>"

/** Whether a client prefers JSON to HTML. Browsers ask for HTML; a client that asks for neither gets HTML. */
function prefersJson(accept: string): boolean {
  return qualityOf(accept, "application/json") > qualityOf(accept, "text/html")
}

/** Whether a client asks for HTML explicitly and does not prefer JSON. */
function asksForHtml(accept: string): boolean {
  const html = qualityOf(accept, "text/html")
  return html > 0 && html >= qualityOf(accept, "application/json")
}

function qualityOf(accept: string, type: string): number {
  let best = 0
  for (const part of accept.toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((text) => text.trim())
    if (name !== type) continue
    const quality = parameters.find((parameter) => parameter.startsWith("q="))
    best = Math.max(best, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  return best
}
