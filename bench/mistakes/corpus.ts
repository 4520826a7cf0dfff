import { join } from "node:path"

const packages = join(import.meta.dirname, "../../packages")

/** The 40 mistakes that are compared: 25 that boot refuses and 15 that only the tool finds or explains. */
export const names: readonly string[] = [
  "01-missing-provider",
  "02-not-exported",
  "03-not-imported",
  "04-ambiguous",
  "05-service-cycle",
  "06-module-undefined",
  "07-files-import-each-other",
  "08-inject-undefined",
  "10-controller-twice",
  "11-service-in-two-modules",
  "13-class-in-imports",
  "14-instance-in-declarations",
  "15-export-undeclared",
  "21-constructor-throws",
  "22-routes-equal",
  "23-routes-equal-but-for-a-name",
  "24-handler-misspelt",
  "25-handler-called",
  "27-handler-of-a-service",
  "34-middleware-without-handle",
  "36-middleware-too-early",
  "37-path-not-a-string",
  "41-wildcard-in-the-middle",
  "43-parameter-twice",
  "49-tag-unknown",
  "101-three-files-in-a-circle",
  "102-base-class-in-a-circle",
  "104-type-imported-as-a-value",
  "105-import-without-ending",
  "107-export-nobody-uses",
  "108-service-nobody-injects",
  "109-middleware-never-used",
  "110-post-without-guard",
  "111-params-misnamed",
  "112-slash-at-the-end",
  "113-escape-that-nobody-sends",
  "114-value-never-provided",
  "115-parameter-misspelt",
  "116-middleware-twice",
  "117-body-of-a-get",
]

/** The broken application of a mistake, for Trivet. */
export function brokenFile(name: string): string {
  const owner = Number.parseInt(name) > 100 ? "tool" : "trivet"
  return join(packages, owner, "tests/mistakes", name, "broken.ts")
}

/** The program that makes it. */
export const program: string = join(packages, "tool/tests/mistakes/program.ts")
/** The tool, from its sources. */
export const tool: string = join(packages, "tool/src/main.ts")
