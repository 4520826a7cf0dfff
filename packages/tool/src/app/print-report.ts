import { relative } from "node:path"
import type { TemplateName } from "./template-files.ts"

/** What `trivet app` has done, or would do. */
export interface AppReport {
  readonly name: string
  readonly template: TemplateName
  readonly folder: string
  readonly files: readonly string[]
  /** False for `--dry-run`. */
  readonly written: boolean
  readonly installed?: boolean
  /** The output of npm, if packages could not be installed. */
  readonly installFailure?: string
}

/** Prints the report with the next commands. */
export function printReport(report: AppReport): string {
  const { name, folder, files, written, installed, installFailure } = report
  if (!written) return [`Would write, in ${name}:`, ...files.map((path) => `  ${path}`), ""].join("\n")
  const failure =
    installFailure === undefined
      ? []
      : ["", "The packages could not be installed. npm said:", installFailure.replace(/^/gm, "  ")]
  // npm runs scripts in the folder of their package; INIT_CWD is the folder in which the user ran npm.
  const place = relative(process.env["INIT_CWD"] ?? process.cwd(), folder)
  const steps = [
    `cd ${place.includes(" ") ? `"${place}"` : place}`,
    ...(installed === true ? [] : ["npm install"]),
    ...first[report.template],
  ]
  return [...failure, "", "Next:", ...steps.map((line) => `  ${line}`), ""].join("\n")
}

const first: Readonly<Record<TemplateName, readonly string[]>> = {
  api: ["npm run dev      # then open http://localhost:3000/docs", "npm test"],
  web: ["npm run dev      # then open http://localhost:3000", "npm test"],
  cli: ["npm start -- --help", "npm test"],
  minimal: ["npm run dev      # then open http://localhost:3000/hello/ada", "npm test"],
}
