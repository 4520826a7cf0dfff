import { readFileSync } from "node:fs"
import { join } from "node:path"
import { findNameFlaw } from "../../app/app-name.ts"

/** Another name for a module whose name is taken, with the package's name or `my` as a prefix. */
export function suggestName(
  name: string,
  packageFolder: string,
  isFree: (name: string) => boolean,
): string | undefined {
  const words = [packageName(packageFolder), "my", "our", "new"]
  return words
    .map((word) => `${word}-${name}`)
    .find((one) => findNameFlaw(one, []) === undefined && isFree(one))
}

function packageName(folder: string): string {
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: unknown }
  return (typeof name === "string" ? name : "my").replace(/^@.*\//, "")
}
