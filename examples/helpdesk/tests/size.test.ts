import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { noteFigure } from "../../../scripts/suite/note-figure.ts"
import { layeredFiles, templateFiles } from "../../../packages/tool/src/app/template-files.ts"

const folder = join(import.meta.dirname, "..")
const textOf = (path: string) => readFileSync(join(folder, path), "utf8")
const linesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + textOf(path).split("\n").length - 1, 0)
const sources = globSync("src/**/*.*", { cwd: folder }).map((path) => path.replaceAll("\\", "/"))

const filesOf = (feature: string, number: string) =>
  layeredFiles([`${feature}/every`, `${feature}/web`], "helpdesk").map(({ path, text }) => ({
    path: path === "migration.ts" ? `src/database/migrations/${number}-${feature}.ts` : path,
    text,
  }))

// What `trivet app --template=web`, `trivet g accounts` and `trivet g organisations` write, without the sample and the tests.
const generated = new Map(
  [
    ...templateFiles("web", "helpdesk"),
    ...filesOf("accounts", "002"),
    ...filesOf("organisations", "004"),
  ].map(({ path, text }) => [path, text]),
)

it("keeps what the tool has generated, except for these files", () => {
  const kept = sources.filter((path) => generated.has(path))
  const changed = kept.filter((path) => textOf(path) !== generated.get(path))
  // Settings, accounts and their edits; see README.md for the others.
  expect(changed.toSorted()).toEqual([
    "src/accounts/accounts-module.ts",
    "src/accounts/deletion-service.ts",
    "src/app-module.ts",
    "src/cli.ts",
    "src/credentials/credentials-module.ts",
    "src/database/database-module.ts",
    "src/database/db.ts",
    "src/limits/limits-module.ts",
    "src/login/login-controller.ts",
    "src/login/login-module.ts",
    "src/login/sign-in-view.ts",
    "src/main.ts",
    "src/organisations/org-page.ts",
    "src/organisations/org-permissions.ts",
    "src/organisations/organisations-module.ts",
    "src/redis/redis-module.ts",
    "src/settings.ts",
    "src/site/assets/site.css",
    "src/site/layout.ts",
    "src/site/site-options.ts",
    "src/testing/create-site.ts",
    "src/users/user.ts",
  ])
  expect(kept.length).toBeGreaterThan(60)
  for (const path of ["Dockerfile", ".dockerignore"]) expect(textOf(path)).toBe(generated.get(path))
})

it("prints its size", () => {
  const own = sources.filter((path) => !generated.has(path))
  const payments = own.filter((path) => path.includes("payments"))
  const tests = globSync("tests/**/*.ts", { cwd: folder })
  const names = new Set(
    own.flatMap((path) =>
      [...textOf(path).matchAll(/import (?:type )?\{([^}]+)\} from "(?:trivet|@trivet)[^"]*"/g)].flatMap(
        ([, list]) => list!.split(",").map((name) => name.replace(/\btype\b|\bas\b.*/g, "").trim()),
      ),
    ),
  )
  names.delete("")
  const figures: readonly (readonly [string, string])[] = [
    ["generated", `${linesOf(sources) - linesOf(own)} lines in ${sources.length - own.length} files`],
    ["written", `${linesOf(own)} lines in ${own.length} files`],
    ["of that, payments", `${linesOf(payments)} lines in ${payments.length} files`],
    ["tests", `${linesOf(tests)} lines in ${tests.length} files`],
    ["concepts", `${names.size} names of Trivet in what was written: ${[...names].toSorted().join(", ")}`],
  ]
  for (const [what, figure] of figures) noteFigure("size of the help desk", what, figure)
  // More would not be read in an afternoon, and this application is there to be read.
  expect(linesOf(own) - linesOf(payments)).toBeLessThan(2_000)
  // They are a guide of their own.
  expect(linesOf(payments)).toBeLessThan(400)
})
