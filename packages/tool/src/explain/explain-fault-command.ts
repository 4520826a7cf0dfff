import { command, type Context, PublicError, type Route } from "trivet"
import { commandOptions } from "../command-options.ts"
import { type KnownFault, knownFaults } from "./known-faults.ts"

/** `trivet explain CODE`. */
export class ExplainFaultCommand {
  routes(): readonly Route[] {
    return [
      command("explain/:code", this.explain, {
        summary: "Shows what a fault means and how to fix it: explain TOKEN_MISSING",
        accepts: { query: commandOptions({}) },
        print: printFault,
      }),
    ]
  }

  explain(ctx: Context<"explain/:code">): KnownFault {
    const code = ctx.param("code").toUpperCase()
    const fault = knownFaults().get(code)
    if (fault !== undefined) return fault
    const typed = JSON.stringify(ctx.param("code"))
    throw new PublicError(404, `${typed} is no code of a fault. For a call, type: trivet explain GET /path`)
  }
}

/** Prints a fault. */
export function printFault({ code, package: from, status, client, message, fix, page }: KnownFault): string {
  return [
    `${code} (${from})`,
    `  ${withoutNames(message)}`,
    `  fix: ${withoutNames(fix)}`,
    `  status: ${status}, a client reads "${client}"`,
    `  page: ${page}`,
    "",
  ].join("\n")
}

/** A text of the catalogue, with `…` for values that are known only at run time. */
function withoutNames(text: string): string {
  return text.replaceAll(/\{\w+\}/g, "…")
}
