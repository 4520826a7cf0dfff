import { cliTestText, commandsText } from "./cli-files.ts"
import type { ModuleNames } from "../names/module-names.ts"
import type { NewFile } from "./plain-files.ts"
import { dtoText } from "./store-files.ts"

/** The variable with the path of a resource's file, in a command-line program without a database. */
export function fileVariable({ table }: ModuleNames): string {
  return `${table.toUpperCase()}_FILE`
}

/**
 * The commands of a collection in a program without a database: its rows are in a JSON file, like the template's tasks.
 */
export function cliKeptFiles(names: ModuleNames): readonly NewFile[] {
  const { name } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names) },
    { path: `${name}-dto.ts`, text: dtoText(names) },
    {
      path: `${name}-commands.ts`,
      text: commandsText(
        names,
        `  list() {
    return this.#${names.field}.list()
  }`,
      ),
    },
    { path: `${name}-service.ts`, text: serviceText(names) },
    { path: `${name}.test.ts`, text: cliTestText(names, undefined) },
  ]
}

function moduleText(names: ModuleNames): string {
  const { name, pascal, words } = names
  const variable = fileVariable(names)
  return `import { config, dto, module, provide } from "trivet"
import { ${pascal}Commands } from "./${name}-commands.ts"
import { ${pascal}File, ${pascal}Service } from "./${name}-service.ts"

const Settings = dto({ ${variable}: "default=${name}.json" })

/** What has to do with ${words}: their commands, and the file that keeps them. */
export const ${pascal}Module = module({
  name: "${name}",
  declarations: [${pascal}Commands, ${pascal}Service, provide(${pascal}File, () => config(Settings).${variable})],
})
`
}

function serviceText({ name, pascal, words, one, oneWords, aOne }: ModuleNames): string {
  return `import { randomUUID } from "node:crypto"
import { readFile, rename, writeFile } from "node:fs/promises"
import { Clock, inject, type NamedToken, PublicError, token } from "trivet"
import type { ${one}, ${one}Values } from "./${name}-dto.ts"

/** The path of the file that keeps the ${words}, for injection. */
export const ${pascal}File: NamedToken<string> = token<string>("${pascal}File")

/** Keeps ${words} in a JSON file. */
export class ${pascal}Service {
  readonly #file = inject(${pascal}File)
  readonly #clock = inject(Clock)

  /** The newest hundred. */
  async list(): Promise<${one}[]> {
    return (await this.#read()).toReversed().slice(0, 100)
  }

  async find(id: string): Promise<${one} | undefined> {
    return (await this.#read()).find((row) => row.id === id)
  }

  async create({ name }: ${one}Values): Promise<${one}> {
    const now = this.#now()
    const row = { id: randomUUID(), name, created_at: now, updated_at: now }
    await this.#write([...(await this.#read()), row])
    return row
  }

  /** Replaces the values; \`undefined\` where there is no such ${oneWords}. */
  async update(id: string, { name }: ${one}Values): Promise<${one} | undefined> {
    const rows = await this.#read()
    const found = rows.find((row) => row.id === id)
    if (found === undefined) return undefined
    const changed = { ...found, name, updated_at: this.#now() }
    await this.#write(rows.map((row) => (row === found ? changed : row)))
    return changed
  }

  /** Removes ${aOne}; false where there is none. */
  async delete(id: string): Promise<boolean> {
    const rows = await this.#read()
    const left = rows.filter((row) => row.id !== id)
    if (left.length === rows.length) return false
    await this.#write(left)
    return true
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString()
  }

  async #read(): Promise<readonly ${one}[]> {
    try {
      return JSON.parse(await readFile(this.#file, "utf8")) as readonly ${one}[]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
      throw new PublicError(500, \`\${this.#file} cannot be read as ${words}\`, { cause: error })
    }
  }

  /** Writes a temporary file and renames it, so that readers never see half of it. */
  async #write(rows: readonly ${one}[]): Promise<void> {
    const beside = \`\${this.#file}.\${process.pid}\`
    await writeFile(beside, \`\${JSON.stringify(rows, null, 2)}\\n\`)
    await rename(beside, this.#file)
  }
}
`
}
