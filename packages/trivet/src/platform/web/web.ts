import type { Platform } from "../../app/platform.ts"
import type { Call } from "../../context/call.ts"
import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import { jsonFailure } from "../json-failure.ts"
import { jsonReply } from "../json-reply.ts"
import { type ErrorView, errorView, failureOf } from "./error-view.ts"
import { Html } from "./html.ts"
import { prefersJson } from "./prefers-json.ts"
import { Redirect } from "./redirect.ts"
import { viewField } from "./view-field.ts"
import { type Page, Viewed } from "./view.ts"

/** How a site looks where no handler answers. */
export interface WebOptions {
  /** The page for an error; a plain one unless given. */
  readonly error?: ErrorView
}

/**
 * The web platform: what handlers return is rendered by their record's `view`. A client that prefers JSON gets the
 * data instead, as from the API platform.
 */
export function web({ error = errorView }: WebOptions = {}): Platform {
  return {
    name: "web",
    serves: "methods",
    fields: [viewField],
    reply: (value, call) => replyFor(value, call),
    fail: (thrown, call) => failFor(thrown, call, error),
  }
}

function replyFor(value: unknown, call: Call): Reply | Promise<Reply> {
  if (value instanceof Redirect) return redirectReply(value)
  if (value instanceof Html) return htmlReply(200, value, createPage(call))
  if (!(value instanceof Viewed)) return jsonReply(value, call)
  vary(call)
  if (prefersJson(call.header("accept"))) return jsonReply(value.data, call)
  const page = createPage(call)
  const rendered = value.view(value.data, page)
  return rendered instanceof Promise
    ? rendered.then((markup) => htmlReply(200, markup, page))
    : htmlReply(200, rendered, page)
}

function failFor(thrown: unknown, call: Call, error: ErrorView): Reply {
  // It logs, and it decides what may be told.
  const told = jsonFailure(thrown, call)
  if (prefersJson(call.header("accept"))) return told
  try {
    const page = createPage(call)
    const reply = htmlReply(told.status, error(failureOf(told, thrown, call.settings.production), page), page)
    if (told.headers !== undefined) reply.headers?.addMissing(told.headers)
    return reply
  } catch (failure) {
    call.log.error({ err: failure }, "the page for an error failed itself")
    return told
  }
}

function htmlReply(status: number, markup: Html, page: Page): Reply {
  const body = typeof markup.pieces === "string" ? markup.pieces : markup
  const reply = new Reply(status, "text/html; charset=utf-8", body)
  reply.headers = new ReplyHeaders()
  reply.headers.set("content-security-policy", policyFor(page.nonce))
  return reply
}

function redirectReply({ status, target }: Redirect): Reply {
  const reply = new Reply(status, undefined, null)
  // Letters that a header cannot carry are encoded as a browser would; what is encoded already stays.
  reply.headers = new ReplyHeaders().set("location", encodeURI(target).replaceAll("%25", "%"))
  return reply
}

/** A page may load from its own site, and run what carries its nonce: markup that slipped in runs nothing. */
function policyFor(nonce: string): string {
  const own = `'self' 'nonce-${nonce}'`
  return `default-src 'self'; script-src ${own}; style-src ${own}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

function createPage(call: Call): Page {
  return { path: call.path, nonce: crypto.randomUUID().replaceAll("-", "") }
}

function vary(call: Call): void {
  call.response().appendHeader("vary", "Accept")
}
