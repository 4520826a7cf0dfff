import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Page } from "./markdown.ts"

/**
 * The tests that a page names by path, from its own folder or from the root, and that do not exist. A path whose first
 * folder is in neither belongs to the package that the sentence is about.
 */
export function missingTests(workspace: string, path: string, page: Page): string[] {
  const exists = (name: string) =>
    [dirname(path), "."].some((base) => existsSync(join(workspace, base, name)))
  return page.prose.flatMap((line, index) =>
    [...line.matchAll(/`([^`\s]+\.test\.ts)`/g)]
      .flatMap((match) => spelledOut(match[1]!))
      .filter((test) => test.includes("/") && exists(test.split("/", 1)[0]!) && !exists(test))
      .map((test) => `${path}:${index + 1}: no such test: ${test}`),
  )
}

/** `a/{b,c}.test.ts` names two. */
function spelledOut(name: string): string[] {
  const braces = /\{([^{}]+)\}/.exec(name)
  if (braces === null) return [name]
  return braces[1]!.split(",").flatMap((one) => spelledOut(name.replace(braces[0], one)))
}
