import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Syntax, syntaxOf } from "../edit/syntax.ts"

/**
 * Whether the class at a position may be in use although nothing injects it: its construction calls a method of an
 * injected service or passes itself on, as with `inject(Events).on("paid", …)`. False if the source cannot be read.
 */
export function registersItself(where: string | undefined): boolean {
  const [, file = "", line = "", column = "1"] = /^(.+?):(\d+)(?::(\d+))?$/.exec(where ?? "") ?? []
  if (file === "") return false
  try {
    const source = readFileSync(file.startsWith("file:") ? fileURLToPath(file) : file, "utf8")
    const syntax = syntaxOf(source)
    return syntax !== undefined && actsWhenMade(syntax, offsetOf(source, Number(line), Number(column)))
  } catch {
    return false
  }
}

function offsetOf(source: string, line: number, column: number): number {
  const before = source.split("\n").slice(0, line - 1)
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
}

function actsWhenMade(syntax: Syntax, offset: number): boolean {
  const { code, partner } = syntax
  const begin = code.findIndex(({ end, text }) => end > offset && text === "class")
  const open = code.findIndex(({ text }, at) => at > begin && text === "{")
  if (begin === -1 || open === -1) return false
  const end = partner.get(open)!
  const run = runWhenMade(syntax, open, end)
  return run.some((at) => isCallOfInjected(syntax, at) || isHandedOver(syntax, at))
}

/** The tokens of a class that run at its construction: fields and constructor, not methods. */
function runWhenMade({ code, partner }: Syntax, open: number, end: number): readonly number[] {
  const run: number[] = []
  let constructorBody = -1
  for (let at = open + 1; at < end; at++) {
    const { text } = code[at]!
    const isNamed = text === "constructor" && code[at + 1]?.text === "("
    if (isNamed) constructorBody = partner.get(at + 1)! + 1
    const before = code[at - 1]?.text
    const runs = at === constructorBody || before === "=" || before === "static" || before === "("
    if (text === "{" && !runs && at > constructorBody) at = partner.get(at)!
    else if (text === "{" && before === "=>") at = partner.get(at)!
    else run.push(at)
  }
  return run
}

/** `inject(Events).on(` or `this.#events.on(`. */
function isCallOfInjected({ code, partner }: Syntax, at: number): boolean {
  const isCall = code[at]?.text === "." && code[at + 1]?.kind === "word" && code[at + 2]?.text === "("
  if (!isCall) return false
  const before = code[at - 1]!
  if (before.text === ")") return code[partner.get(at - 1)! - 1]?.text === "inject"
  return before.kind === "word" && code[at - 2]?.text === "." && code[at - 3]?.text === "this"
}

/** `register(this)`. */
function isHandedOver({ code }: Syntax, at: number): boolean {
  const [before, after] = [code[at - 1]?.text ?? "", code[at + 1]?.text ?? ""]
  return code[at]?.text === "this" && /^[(,]$/.test(before) && /^[),]$/.test(after)
}
