import { describe, expect, it } from "vitest"
import { z } from "zod"
import { buildApp } from "../../app/build-app.ts"
import { command } from "../../module/routes/make-route.ts"
import type { Route } from "../../module/routes/route.ts"
import { cli } from "../../platform/cli/cli.ts"
import { dto } from "../../schema/dto/dto.ts"
import { commandsOf } from "./command.ts"
import { commandHelp, type HelpOptions, listHelp } from "./help.ts"

const plain: HelpOptions = { name: "app", summary: "", colors: false, version: false, columns: undefined }

class Commands {
  routes(): readonly Route[] {
    return [
      command("export/:table", () => undefined, {
        summary: "Writes a table to a file",
        accepts: {
          params: z.object({ table: z.string().describe("the table's name") }),
          query: z.object({
            limit: z.int().default(100).describe("how many rows are written at the most"),
            file: z.string().describe("where to"),
            format: z.enum(["csv", "json"]).default("csv"),
            force: z.boolean().optional().describe("write over what is there"),
            column: z.array(z.string()).optional().describe("only these columns"),
            offset: z.union([z.int(), z.null()]).optional(),
          }),
        },
      }),
      command("list", () => undefined, {
        accepts: {
          params: dto({ table: "; the table's name" }),
          query: dto({
            limit: "integer,default=100; how many rows are written at most",
            format: "oneof=csv|json,default=csv",
            mail: "email; who is notified",
          }),
        },
      }),
      command("plain", () => undefined),
      command("tags", () => undefined, { accepts: { query: dto({ host: "required", port: "integer" }) } }),
    ]
  }
}

const commands = commandsOf(buildApp({ name: "app", declarations: [Commands] }, { platform: cli() }))
const find = (name: string) => commands.find(({ words }) => words[0] === name)!

describe("commandHelp", () => {
  it("shows arguments, types, choices, defaults and what is required", () => {
    expect(commandHelp(find("export"), plain)).toBe(
      [
        "Usage: app export <table> [options]",
        "",
        "Writes a table to a file",
        "",
        "Arguments:",
        "  <table>  the table's name",
        "",
        "Options:",
        "  -l, --limit <integer>      how many rows are written at the most (default: 100)",
        "  -f, --file <text>          where to (required)",
        '      --format <csv | json>  (default: "csv")',
        "      --force                write over what is there",
        "  -c, --column <text> …      only these columns (may be repeated)",
        "  -o, --offset <integer>",
        "      --json                 print JSON",
        "      --no-color             print without colors",
        "  -h, --help                 show this help",
        "",
      ].join("\n"),
    )
  })

  it("shows the same of a DTO", () => {
    expect(commandHelp(find("list"), plain)).toContain(
      [
        "  -l, --limit <integer>      how many rows are written at most (default: 100)",
        '  -f, --format <csv | json>  (default: "csv")',
        "  -m, --mail <text>          who is notified",
      ].join("\n"),
    )
  })

  it("never gives -h away", () => {
    expect(commandHelp(find("tags"), plain)).toContain(
      "      --host <text>     (required)\n  -p, --port <integer>",
    )
  })

  it("says that options are passed on where the record does not name them", () => {
    expect(commandHelp(find("plain"), plain)).toContain("Further options are passed on as they are.")
  })

  it("fits any terminal: side by side, wrapped, or one below the other", () => {
    for (const columns of [120, 70, 40, 30]) {
      const lines = commandHelp(find("export"), { ...plain, columns }).split("\n")
      for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(columns)
      expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(
        "how many rows are written at the most (default: 100)",
      )
    }
  })
})

describe("listHelp", () => {
  it("names every command with its summary, and colors only if asked", () => {
    const text = listHelp(commands, [], { ...plain, summary: "Tries it", version: true })
    expect(text).toMatch(/^Tries it\n\nUsage: app <command> \[options\]\n/)
    expect(text).toContain("  export <table>  Writes a table to a file\n  list\n  plain\n  tags\n")
    expect(text).toContain("--version")
    expect(text).not.toContain("\u001b")
    expect(listHelp(commands, [], { ...plain, colors: true })).toContain("\u001b[1mCommands:\u001b[22m")
  })
})
