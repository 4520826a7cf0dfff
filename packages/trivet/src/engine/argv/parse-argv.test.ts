import { describe, expect, it } from "vitest"
import { z } from "zod"
import { buildApp } from "../../app/build-app.ts"
import { parseQueryLists } from "../../context/request/parse-query.ts"
import { command, group } from "../../module/routes/make-route.ts"
import { cli } from "../../platform/cli/cli.ts"
import { dto } from "../../schema/dto/dto.ts"
import type { Route } from "../../module/routes/route.ts"
import { commandsOf } from "./command.ts"
import { parseArgv } from "./parse-argv.ts"

const run = () => undefined
const query = z.object({
  limit: z.int().default(10),
  ratio: z.number().optional(),
  tag: z.array(z.string()).optional(),
  order: z.enum(["newest", "oldest"]).optional(),
  all: z.boolean().optional(),
  title: z.string().optional(),
})

const routes = [
  group("posts", [
    command("list", run, { accepts: { query } }),
    command("show/:id", run, { accepts: { query: dto({}) } }),
    command(":id/publish", run),
  ]),
  command("serve", run, { accepts: { query: dto({ port: "required,integer" }) } }),
  command("copy/:from/:to", run, { accepts: { query: dto({}) } }),
  command("words/*", run, { accepts: { query: dto({}) } }),
  command("any", run),
]

function commandsFrom(records: readonly Route<string>[]) {
  class Commands {
    routes() {
      return records as readonly Route[]
    }
  }
  return commandsOf(buildApp({ name: "app", declarations: [Commands] }, { platform: cli() }))
}

const commands = commandsFrom(routes)
const parse = (...argv: string[]) => parseArgv(argv, commands, "app")

/** The call as one line: its path, and the query as it will be read. */
function called(...argv: string[]) {
  const asked = parse(...argv)
  if (asked.kind !== "call") throw new Error(JSON.stringify(asked))
  return [asked.path, { ...parseQueryLists(asked.query) }]
}

function told(...argv: string[]) {
  const asked = parse(...argv)
  return asked.kind === "mistake" ? asked.message : asked
}

describe("parseArgv", () => {
  it("takes `group/command` and `group command`", () => {
    expect(called("posts/list")).toEqual(["/posts/list", {}])
    expect(called("posts", "list")).toEqual(["/posts/list", {}])
    expect(called("posts/show", "7")).toEqual(["/posts/show/7", {}])
  })

  it("takes arguments where they stand in the path", () => {
    expect(called("posts", "42", "publish")).toEqual(["/posts/42/publish", {}])
    expect(called("copy", "a/b", "c d")).toEqual(["/copy/a%2Fb/c%20d", {}])
    expect(called("copy/x/y")).toEqual(["/copy/x/y", {}])
  })

  it("takes options with `=`, with a space, by a letter, and before the command", () => {
    const wanted = ["/posts/list", { limit: ["5"] }]
    expect(called("posts", "list", "--limit=5")).toEqual(wanted)
    expect(called("posts", "list", "--limit", "5")).toEqual(wanted)
    expect(called("posts", "list", "-l", "5")).toEqual(wanted)
    expect(called("posts", "list", "-l5")).toEqual(wanted)
    expect(called("--limit", "5", "posts", "list")).toEqual(wanted)
    expect(called("posts", "--limit", "5", "list")).toEqual(wanted)
  })

  it("switches on and off", () => {
    expect(called("posts", "list", "--all")).toEqual(["/posts/list", { all: ["true"] }])
    expect(called("posts", "list", "--no-all")).toEqual(["/posts/list", { all: ["false"] }])
    expect(called("posts", "list", "--all=false")).toEqual(["/posts/list", { all: ["false"] }])
    expect(parse("posts", "list", "--json", "--no-color")).toMatchObject({ json: true, colors: false })
    expect(parse("--color", "posts", "list")).toMatchObject({ json: false, colors: true })
  })

  it("collects a repeated option that is a list, and takes the last of any other", () => {
    expect(called("posts", "list", "--tag", "a", "--tag=b", "-t", "c")[1]).toEqual({ tag: ["a", "b", "c"] })
    expect(called("posts", "list", "--limit", "1", "--limit", "2")[1]).toEqual({ limit: ["2"] })
  })

  it("takes negative numbers as values and as arguments", () => {
    expect(called("posts", "list", "--limit", "-5")[1]).toEqual({ limit: ["-5"] })
    expect(called("posts", "list", "--ratio", "-0.5")[1]).toEqual({ ratio: ["-0.5"] })
    expect(called("copy", "-12", "-1.5")).toEqual(["/copy/-12/-1.5", {}])
    expect(called("any", "--by", "-12")).toEqual(["/any", { by: ["-12"] }])
  })

  it("takes empty texts as values, and refuses them as arguments", () => {
    expect(called("posts", "list", "--title=")[1]).toEqual({ title: [""] })
    expect(called("posts", "list", "--title", "")[1]).toEqual({ title: [""] })
    expect(told("posts", "show", "")).toBe("the argument <id> is empty. Type: app posts show <id>")
  })

  it("takes everything after `--` as words", () => {
    expect(called("copy", "--", "--from", "-h")).toEqual(["/copy/--from/-h", {}])
    expect(called("words", "--", "--json")).toEqual(["/words/--json", {}])
  })

  it("gives a wildcard all that is left, also nothing", () => {
    expect(called("words", "a", "b/c", "d e")).toEqual(["/words/a/b%2Fc/d%20e", {}])
    expect(called("words")).toEqual(["/words/", {}])
  })

  it("prefers a literal to an argument, as the router does", () => {
    const some = commandsFrom([command("a/:x", run), command("a/b", run), command("a/*", run)])
    expect(parseArgv(["a", "b"], some, "app")).toMatchObject({ path: "/a/b", command: { words: ["a", "b"] } })
    expect(parseArgv(["a", "c"], some, "app")).toMatchObject({ command: { words: ["a", ":x"] } })
    expect(parseArgv(["a", "c", "d"], some, "app")).toMatchObject({ command: { words: ["a", "*"] } })
  })

  it("takes any option where the record does not say which there are", () => {
    expect(called("any", "--a", "1", "--b=2", "--c", "--no-d", "-e")).toEqual([
      "/any",
      { a: ["1"], b: ["2"], c: ["true"], d: ["false"], e: ["true"] },
    ])
  })

  it("lets a program be one command without a name", () => {
    const one = commandsFrom([command("", run, { accepts: { query } })])
    expect(parseArgv([], one, "app")).toMatchObject({ kind: "call", path: "/" })
    expect(parseArgv(["-l", "3"], one, "app")).toMatchObject({ kind: "call", query: "limit=3" })
    expect(parseArgv(["x"], one, "app")).toMatchObject({ message: '"x" is one argument too many. Type: app' })
    const withArgument = commandsFrom([command(":file", run)])
    expect(parseArgv(["a/b"], withArgument, "app")).toMatchObject({ kind: "call", path: "/a%2Fb" })
    expect(parseArgv([], withArgument, "app")).toMatchObject({
      message: "the argument <file> is missing. Type: app <file>",
    })
  })

  it("says in one line what to type instead", () => {
    const lines: Record<string, string> = {
      "serve --port abc": '--port takes a whole number, not "abc". Type: --port <integer>',
      "serve --port 1.5": '--port takes a whole number, not "1.5". Type: --port <integer>',
      serve: "the option --port is missing. Type: app serve --port <integer>",
      "serve --port": "--port needs a value. Type: --port <integer>, or --port=-x for one that begins with -",
      "serve --port --json":
        "--port needs a value. Type: --port <integer>, or --port=-x for one that begins with -",
      "serve --prot 1": '--prot is not an option of "serve". Did you mean --port?',
      "serve --port 1 -x": '-x is not an option of "serve". Type: app serve --help',
      "posts list --order newset":
        '--order takes newest | oldest, not "newset". Type: --order <newest | oldest>',
      "posts list --all=maybe": '--all takes true | false, not "maybe". Type: --all <true | false>',
      "posts list extra": '"extra" is one argument too many. Type: app posts list',
      "posts show": "the argument <id> is missing. Type: app posts show <id>",
      "copy a": "the argument <to> is missing. Type: app copy <from> <to>",
      "posts lsit": 'there is no command "posts lsit". Did you mean "posts list"?',
      "psots list": 'there is no command "psots list". Did you mean "posts list"?',
      "sevre --port 1": 'there is no command "sevre 1". Did you mean "serve"?',
      "posts/lst --limit 4": 'there is no command "posts lst 4". Did you mean "posts list"?',
      elephant: 'there is no command "elephant". Type: app --help',
      posts: '"posts" is a group of commands: <id>, list, show. Type: app posts --help',
      "--limit 5": "no command given with --limit. Type: app --help",
    }
    for (const [line, message] of Object.entries(lines)) expect(told(...line.split(" "))).toBe(message)
  })

  it("shows help of all, of a group and of one command", () => {
    expect(parse()).toEqual({ kind: "help", below: [], command: undefined })
    expect(parse("--help")).toEqual({ kind: "help", below: [], command: undefined })
    expect(parse("posts", "-h")).toMatchObject({ below: ["posts"], command: undefined })
    expect(parse("posts", "list", "--help")).toMatchObject({ command: { words: ["posts", "list"] } })
    expect(parse("--help", "posts/list")).toMatchObject({ command: { words: ["posts", "list"] } })
    expect(parse("posts", "7", "publish", "-h")).toMatchObject({
      command: { words: ["posts", ":id", "publish"] },
    })
    expect(parse("copy", "a", "--help")).toMatchObject({ command: { words: ["copy", ":from", ":to"] } })
    expect(told("elephant", "--help")).toBe('there is no command "elephant". Type: app --help')
    expect(parse("--version")).toEqual({ kind: "version" })
  })
})
