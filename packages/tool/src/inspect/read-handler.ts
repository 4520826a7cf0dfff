import type { HandlerRead } from "./report.ts"

/**
 * What a handler reads, from its source text: `ctx.param("id")`, `ctx.get("user_id")`, `inject(Token)`. Computed names
 * are not found, and a context that is passed on is not followed. A value that the handler itself sets is not counted.
 */
export function readHandler(text: string): readonly HandlerRead[] {
  const context = contextName(text)
  const calls = (what: HandlerRead["what"], expression: string): HandlerRead[] =>
    [...text.matchAll(new RegExp(expression, "g"))].map(({ index, groups }) => ({
      what,
      name: groups!["name"]!,
      line: text.slice(0, index).split("\n").length - 1,
    }))
  const injected = calls("inject", String.raw`(?<![.\w#])inject\(\s*(?<name>\w*)`)
  if (context === undefined) return injected
  const read = (method: string) => String.raw`\b${context}\s*\.\s*${method}\(\s*(["'\x60])(?<name>[\w*]+)\1`
  const set = new Set(calls("value", read("set(?:Value)?")).map(({ name }) => name))
  return [
    ...calls("param", read("param")),
    ...calls("value", read("get")).filter(({ name }) => !set.has(name)),
    ...injected,
  ]
}

function contextName(text: string): string | undefined {
  const method = /^(?:async\s+)?(?:function\b\s*)?(?:\*\s*)?[\w$#]*\s*\(\s*(?<name>[\w$]+)/
  const arrow = /^(?:async\s+)?(?<name>[\w$]+)\s*=>/
  return (arrow.exec(text) ?? method.exec(text))?.groups?.["name"]?.replaceAll("$", String.raw`\$`)
}
