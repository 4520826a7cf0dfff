import { excerpt } from "./judge/excerpt.ts"
import type { Finding } from "./report/finding.ts"

/** A test file that fails as long as a finding exists. It starts the program and reproduces the finding. */
export function writeTest(
  { kind, route, title, recipe, fix }: Omit<Finding, "test" | "file">,
  seed: number,
  entry = "src/main.ts",
): string {
  const line = (text: string) => excerpt(text, 300).replace(/\s+/g, " ")
  return [
    `// Found by \`trivet fuzz --seed ${seed}\` (${kind}).`,
    `// ${line(`${route} ${title}`)}`,
    `// ${line(fix)}`,
    'import { replay } from "@trivet/tool/fuzz"',
    'import { expect, it } from "vitest"',
    "",
    `it(${JSON.stringify(line(`${route} ${title}`))}, async () => {`,
    `  const problems = await replay(${JSON.stringify(entry)}, ${literal(recipe)})`,
    "  expect(problems).toEqual([])",
    "}, 120_000)",
    "",
  ].join("\n")
}

/** The name of the file. */
export function testFileName({ kind, route }: Pick<Finding, "kind" | "route">): string {
  const words = `${kind} ${route}`.toLowerCase().replace(/[^a-z\d]+/g, "-")
  return `${words.replace(/^-|-$/g, "").slice(0, 80)}.test.ts`
}

/** JSON is valid code, except for the name `__proto__`, which would set a prototype. */
function literal(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2).replaceAll("\n", "\n  ")
  const safe = text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
  return safe.includes('"__proto__":') ? `JSON.parse(${JSON.stringify(JSON.stringify(value))})` : safe
}
