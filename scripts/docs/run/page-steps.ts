import { type Fence, parsePage } from "../markdown.ts"

/** A command as a page shows it, and the output below it. */
export interface ShownCommand {
  readonly command: string
  readonly output: string
}

/** One thing that a reader does with a page, in the page's order. */
export type PageStep =
  | { readonly kind: "file"; readonly line: number; readonly path: string; readonly text: string }
  | { readonly kind: "session"; readonly line: number; readonly commands: readonly ShownCommand[] }
  | { readonly kind: "server"; readonly line: number; readonly shown: ShownCommand }
  | { readonly kind: "script"; readonly line: number; readonly script: string }
  | { readonly kind: "skipped"; readonly line: number; readonly reason: string }

/**
 * What a reader does with a page: files to write, commands to type. A block whose first line is a comment with a path
 * is that file. `console` blocks show commands, behind `$ `, and their output; `sh` blocks show commands only. A comment
 * above a block says that it starts a server (`server`) or why it is not run (`not run: …`). `setup: …` anywhere in
 * the page is a line of shell that runs first.
 */
export function pageSteps(text: string): PageStep[] {
  const setup = [...text.matchAll(/^<!-- setup: (.*?) -->$/gm)].map((found): PageStep => ({
    kind: "script",
    line: 1,
    script: found[1]!,
  }))
  return [...setup, ...parsePage(text).fences.flatMap(stepOf)]
}

function stepOf(fence: Fence): PageStep[] {
  const { language, code, line, comment = "" } = fence
  const reason = /^not run: (.+)$/s.exec(comment)?.[1]
  if (language === "console" || language === "sh") {
    if (reason !== undefined) return [{ kind: "skipped", line, reason }]
    if (comment === "server") return [{ kind: "server", line, shown: shownCommands(code)[0]! }]
    if (language === "sh") return [{ kind: "script", line, script: code }]
    return [{ kind: "session", line, commands: shownCommands(code) }]
  }
  const path = pathOf(fence)
  return path === undefined || reason !== undefined ? [] : [{ kind: "file", line, path, text: textOf(fence) }]
}

const named = /^\s*(?:\/\/|#|--|<!--|\/\*)\s+([\w@.-][\w@./-]*\.[\w]+|\.env|Dockerfile)\s*(?:-->|\*\/)?\s*$/

function pathOf({ code, flags }: Fence): string | undefined {
  return flags.includes("no-check") ? undefined : named.exec(code.split("\n", 1)[0] ?? "")?.[1]
}

/** JSON has no comments: the line with the path is no part of the file. */
function textOf({ language, code }: Fence): string {
  return `${language === "json" ? code.slice(code.indexOf("\n") + 1) : code}\n`
}

/** A command may go on in the next line, behind a backslash. */
function shownCommands(block: string): ShownCommand[] {
  const commands: { command: string; output: string }[] = []
  let open = false
  for (const line of block.split("\n")) {
    const last = commands.at(-1)
    if (open && last !== undefined) last.command += `\n${line}`
    else if (line.startsWith("$ ")) commands.push({ command: line.slice(2), output: "" })
    else if (last !== undefined) last.output += `${line}\n`
    open = line.endsWith("\\") && (open || line.startsWith("$ "))
  }
  return commands
}
