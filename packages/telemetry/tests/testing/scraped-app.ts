import { prometheus } from "@trivet/telemetry"
import type { Context, Middleware, Module } from "trivet"
import { PublicError } from "trivet"

/** What Prometheus sends. */
export const scrapeHeaders = { authorization: "Bearer scrape" }

const scraper: Middleware = {
  handle(ctx: Context, next) {
    if (ctx.header("authorization") !== scrapeHeaders.authorization)
      throw new PublicError(401, "Missing token")
    return next()
  },
}

/** The metrics of a test's application, with a guard. */
export function scrapedModule(): Module {
  return prometheus({ middlewares: [scraper] })
}

/** The metrics of a running server. */
export async function scrape(url: string): Promise<Response> {
  return fetch(`${url}/metrics`, { headers: scrapeHeaders })
}
