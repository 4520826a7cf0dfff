import { command, type Context } from "trivet"

/** The command `hello`. */
export class HelloCommands {
  routes() {
    return [command("hello/:name", this.greet, { summary: "Greet somebody" })]
  }

  // What a command returns is printed: a record as its fields, a list as a table; with --json as JSON.
  greet(ctx: Context<"hello/:name">) {
    return { hello: ctx.param("name") }
  }
}
