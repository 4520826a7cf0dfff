import { readFileSync } from "node:fs"
import { module } from "trivet"
import { run } from "trivet/cli"
import { CreateCommand } from "./app-command.ts"

/**
 * The program of `npm create trivet`: creates an application, as `trivet app` does, and exits the process. `argv` is
 * what was typed after the program's name.
 *
 * @example
 * ```ts
 * import { create } from "@trivet/tool/create"
 *
 * await create(process.argv.slice(2))
 * ```
 */
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
