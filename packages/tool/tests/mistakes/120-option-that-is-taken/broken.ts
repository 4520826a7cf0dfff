// A command has an option that every command has already.
import { command, type Context, dto, module } from "trivet"
import { cli } from "trivet/cli"
import type { Expected } from "../expected.ts"

class ExportCommand {
  routes() {
    return [
      command("export", this.run, { accepts: { query: dto({ json: "boolean" }) } }), // here
    ]
  }
  run(ctx: Context) {
    return ctx.query("json") === "true" ? "{}" : "nothing"
  }
}

export const root = module({ name: "export", declarations: [ExportCommand] })
export const options = { platform: cli() }
export const expected = { code: "OPTION_TAKEN" } satisfies Expected
