import type { FuzzRoute } from "../target/fuzz-target.ts"
import { headerOf, headersNamed, type HttpReply, isPage, jsonOf } from "./http-reply.ts"
import { matchRoute } from "./match-route.ts"
import { formsOf, linksOf } from "./read-page.ts"

/** A value of a reply that a later call may use. */
export interface SeenValue {
  /** The name of its field or parameter. */
  readonly name: string
  /** Its path in the reply: `body.items.0.id`. */
  readonly place: string
  readonly value: string | number
}

/** The maximum number of values kept per reply. */
const kept = 60

/** The values of a reply: fields of JSON, parameters in addresses, hidden fields of forms. */
export function seenValues(reply: HttpReply, routes: readonly FuzzRoute[]): readonly SeenValue[] {
  if (reply.status >= 400) return []
  const found: SeenValue[] = []
  collect(jsonOf(reply), "body", "", found)
  const addresses = [headerOf(reply, "location"), ...headersNamed(reply, "link").flatMap(linkAddresses)]
  for (const [at, address] of addresses.entries())
    if (address !== "") collectAddress(address, `address.${at}`, routes, found)
  if (isPage(reply)) {
    for (const [at, link] of linksOf(reply.text).entries()) collectAddress(link, `link.${at}`, routes, found)
    for (const [at, { fields }] of formsOf(reply.text).entries())
      for (const { name, type, value } of fields)
        if (type === "hidden" && value !== "") found.push({ name, place: `form.${at}.${name}`, value })
  }
  return found.slice(0, kept)
}

function collect(value: unknown, place: string, name: string, found: SeenValue[]): void {
  if (found.length >= kept) return
  if (typeof value === "string" || typeof value === "number") {
    if (value !== "" && String(value).length <= 4_000) found.push({ name, place, value })
  } else if (Array.isArray(value))
    for (const [at, one] of value.slice(0, 5).entries()) collect(one, `${place}.${at}`, name, found)
  else if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) collect(one, `${place}.${key}`, key, found)
}

function linkAddresses(header: string): readonly string[] {
  return [...header.matchAll(/<([^>]*)>/g)].map(([, address]) => address!)
}

/** The parameters in a URL, by a route of the application or as a query. */
function collectAddress(
  address: string,
  place: string,
  routes: readonly FuzzRoute[],
  found: SeenValue[],
): void {
  const path = address.replace(/^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/, "")
  if (!path.startsWith("/") || path.startsWith("//")) return
  for (const method of ["GET", "POST"]) {
    const params = matchRoute(routes, method, path)?.params ?? {}
    for (const [name, value] of Object.entries(params))
      if (value !== "") found.push({ name, place: `${place}.${name}`, value })
  }
  const query = path.split("?", 2)[1]
  for (const [name, value] of new URLSearchParams(query ?? ""))
    if (value !== "") found.push({ name, place: `${place}.query.${name}`, value })
}
