import { ItemLines } from "../../app/item-lines.ts"
import { requestKind } from "../../context/kind.ts"
import { type Platform, platformOf } from "../../app/platform.ts"
import { findErrorMap, readReturned } from "../../app/read-returned.ts"
import type { BodyReader } from "../../context/body-reader.ts"
import type { Call } from "../../context/call.ts"
import { formReader } from "../../context/parse-form.ts"
import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import { checkOptions } from "../../fault/check-options.ts"
import { titleOf } from "../../module/flat-route.ts"
import { bodyHeaders } from "../body-headers.ts"
import { jsonFailure } from "../json-failure.ts"
import { writeJson } from "../json-reply.ts"
import { developmentView } from "./development-view.ts"
import { type ErrorView, errorView } from "./error-view.ts"
import { failureOf, failureOfReply } from "./failure.ts"
import { Html } from "./html.ts"
import { pageWithoutCall } from "./page-without-call.ts"
import { CallPage } from "./page.ts"
import { asksForHtml, prefersJson } from "./prefers-json.ts"
import { viewField } from "./view-field.ts"
import { ViewReply } from "./view.ts"

/** Options of `web()`. */
export interface WebOptions {
  /**
   * The view of error pages. Default: a plain page. In development a thrown error with a status of 500 and above is shown
   * by a page of the framework instead. The view also runs once for each error that is sent without a request, such as 503
   * under overload; then `path` is empty and `get()` returns nothing.
   */
  readonly error?: ErrorView
  /** Readers of further body types, such as `multipart()` of `@trivet/multipart`. Default: only JSON and URL-encoded forms. */
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
  // An error that a handler without a view or a middleware returned. A script that asks for nothing by name keeps the JSON.
  vary(call)
  return asksForHtml(call.header("accept")) ? errorReply(reply, call, error) : writeJson(reply, call)
}

function renderReply(viewed: ViewReply, call: Call): Reply | Promise<Reply> {
  const page = new CallPage(call)
  // A body that is made already is JSON that can be read again.
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
  // It logs, and it decides what may be told.
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
  // A message that was shown once must not come again from a cache.
  if (page.showsFlash) reply.headers.set("cache-control", "no-store")
  if (others !== undefined) {
    reply.headers.addMissing(others)
    for (const name of bodyHeaders) reply.headers.delete(name)
  }
  return reply
}

/** A page may load from its own site, and run what carries its nonce: markup that slipped in runs nothing. */
function policyFor(nonce: string): string {
  const own = `'self' 'nonce-${nonce}'`
  return `default-src 'self'; script-src ${own}; style-src ${own}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

function vary(call: Call): void {
  call.response().appendHeader("vary", "Accept")
}
