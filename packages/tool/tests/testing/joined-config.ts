import { workerFlags } from "./worker-flags.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

/** The text of a `vitest.config.ts` whose tests load the joined sources where they import packages of this workspace. */
export async function joinedConfig(): Promise<string> {
  const { entryPoints } = await joinedSources()
  const aliases = [...entryPoints].map(
    ([specifier, file]) =>
      `{ find: /^${specifier.replaceAll("/", "\\/")}$/, replacement: ${JSON.stringify(file)} }`,
  )
  const test = JSON.stringify({ execArgv: workerFlags })
  return `export default { resolve: { alias: [${aliases.join(", ")}] }, test: ${test} }\n`
}
