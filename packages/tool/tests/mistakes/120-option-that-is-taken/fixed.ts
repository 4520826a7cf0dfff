// Fixed as the finding says.
import { command, type Context, dto, module } from "trivet"
import { cli } from "trivet/cli"

class ExportCommand {
  routes() {
    return [command("export", this.run, { accepts: { query: dto({ pretty: "boolean" }) } })]
  }
  run(ctx: Context) {
    return ctx.query("pretty") === "true" ? "{}" : "nothing"
  }
}

export const root = module({ name: "export", declarations: [ExportCommand] })
export const options = { platform: cli() }
