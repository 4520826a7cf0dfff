import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { CheckResult } from "../../reading/check-result.ts"

/** The most names that `trivet` may have. */
const mostNames = 90

/** Names of `trivet` that no guide, template or example writes, and why they are there. */
export const unwritten: Readonly<Record<string, string>> = {
  BootFault: "what createApp() rejects with, for programs that handle it",
  ContextKey: "the type of a middleware's `provides` and `needs`",
  Contract: "the type of a parameter that takes any contract",
  CookieOptions: "the options of ctx.setCookie(), to share them",
  Dto: "the type of a parameter that takes any DTO",
  LogLevel: "the level of createJsonLog(), read from a variable",
  MiddlewareEntry: "a list of middlewares that several groups share",
  Outcome: "what a listener of ctx.onDone() gets",
  PrintOptions: "the options of a command's output, to share them",
  Provider: "a list of providers that several modules share",
  TopicMessage: "what a subscription yields, as a parameter",
}

/** Code in which applications are written. */
const places = [
  "docs/{start,learn,build,platforms,run,tutorial}/*.md",
  "packages/*/README.md",
  "examples/*/{src,tests}/**/*.ts",
  "packages/tool/templates/**/*.ts",
]

/** What is imported from `trivet`, or added to an interface of it. */
const uses = /^\s*import[^"]*?\{([^}]*)\} from "trivet"|^declare module "trivet" \{\s*interface (\w+)/gm

/**
 * Whether `trivet` has few names, each of which applications write, and whether no example and no template needs the entry
 * point of authors of packages.
 */
export function checkMainNames(
  workspace: string,
  names: readonly string[],
  reasons: Readonly<Record<string, string>> = unwritten,
): CheckResult {
  const files = places
    .flatMap((pattern) => globSync(pattern, { cwd: workspace }))
    .map((path) => ({ path, text: readFileSync(join(workspace, path), "utf8") }))
  const imports = files.flatMap(({ text }) =>
    [...text.matchAll(uses)].map(([, imported, extended]) => imported ?? extended ?? ""),
  )
  const isWritten = (name: string) => imports.some((list) => new RegExp(`\\b${name}\\b`).test(list))
  const forAuthors = files.filter(
    ({ path, text }) => path.endsWith(".ts") && text.includes('from "trivet/extend"'),
  )
  return {
    problems: [
      ...(names.length > mostNames
        ? [`trivet has ${names.length} names; at most ${mostNames}: move some to trivet/extend`]
        : []),
      ...names
        .filter((name) => !isWritten(name) && reasons[name] === undefined)
        .map(
          (name) =>
            `trivet: no guide, template or example imports "${name}": move it to trivet/extend, or give its reason in scripts/packages/entry-points/main-names.ts`,
        ),
      ...Object.keys(reasons)
        .filter((name) => isWritten(name) || !names.includes(name))
        .map((name) => `scripts/packages/entry-points/main-names.ts: "${name}" needs no reason any more`),
      ...forAuthors.map(
        ({ path }) =>
          `${path}: imports trivet/extend, which applications do without: move what it needs to trivet`,
      ),
    ],
  }
}
