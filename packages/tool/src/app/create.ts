import { readFileSync } from "node:fs"
import { module } from "trivet"
import { run } from "trivet/cli"
import { CreateCommand } from "./app-command.ts"

/** `npm create trivet`: makes a new application, as `trivet app` does, and ends the process. */
export async function create(argv: readonly string[]): Promise<void> {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  const { version } = JSON.parse(manifest) as { readonly version: string }
  await run(module({ name: "create", declarations: [CreateCommand] }), {
    argv,
    name: "create-trivet",
    summary: "Makes a new Trivet application",
    version,
  })
}
