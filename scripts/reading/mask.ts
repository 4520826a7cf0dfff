import { type SourceToken, tokensOf } from "../../packages/tool/src/edit/tokens.ts"

/**
 * Source text of the same length in which comments and the insides of strings, templates and regular expressions
 * are blanks, so that a search finds code only. Newlines stay, and so do the quotes around a string.
 */
export function mask(source: string): string {
  const tokens = tokensOf(source)
  if (tokens === undefined) throw new Error("A string, a comment or a template does not end.")
  let code = ""
  for (const token of tokens) code += blank(source.slice(code.length, token.start)) + masked(token)
  return code + blank(source.slice(code.length))
}

function masked({ kind, text }: SourceToken): string {
  if (kind === "comment") return blank(text)
  if (kind === "string" || kind === "template") return text[0] + blank(text.slice(1, -1)) + text.at(-1)
  return kind === "regex" ? `/${blank(text.slice(1))}` : text
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ")
}
