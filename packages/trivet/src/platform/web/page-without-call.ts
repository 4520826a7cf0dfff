import type { Rejection } from "../../app/platform.ts"
import { findStatusText } from "../find-status-text.ts"
import type { ErrorView } from "./error-view.ts"
import type { Page } from "./view.ts"

const type = "text/html; charset=utf-8"

/**
 * The page for an error of which no call is known: the site's own, rendered once, unless it waits for promises. Without
 * one, only an overloaded server sends a page: what is rejected before is rarely a browser's request.
 */
export function pageWithoutCall(view: ErrorView | undefined, status: number): Rejection | undefined {
  if (view === undefined) return status === 503 ? { type, body: plain } : undefined
  const title = findStatusText(status) ?? "Error"
  const page: Page = { path: "", nonce: crypto.randomUUID(), flash: [], get: () => undefined }
  const { pieces } = view({ status, title, message: title }, page)
  if (typeof pieces === "string") return { type, body: pieces }
  return status === 503 ? { type, body: plain } : undefined
}

const plain = "<!doctype html><title>Service Unavailable</title><h1>Service Unavailable</h1>"
