// A small application with three commands, as a user's build would give it.
// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
import { command, dto, inject, module } from "trivet"
import { run } from "trivet/cli"

class Greetings {
  of(name) {
    return `Hello, ${name}`
  }
}

class GreetCommands {
  #greetings = inject(Greetings)

  routes() {
    return [
      command("greet/:name", this.greet, {
        summary: "Greets someone",
        accepts: { query: dto({ loud: "boolean", times: "integer" }) },
      }),
      command("names/list", () => ["Ada", "Grace"], { summary: "Lists names" }),
      command("names/add/:name", (ctx) => ctx.param("name"), { summary: "Adds a name" }),
    ]
  }
  greet(ctx) {
    const greeting = this.#greetings.of(ctx.param("name"))
    return ctx.query("loud") === "true" ? greeting.toUpperCase() : greeting
  }
}

await run(module({ name: "hello", declarations: [Greetings, GreetCommands] }), { name: "hello" })
