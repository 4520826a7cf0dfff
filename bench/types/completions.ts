import { existsSync } from "node:fs"
import { cpuTimeOf } from "../http/cpu-time.ts"
import type { LanguageServer } from "./language-server.ts"
import type { Files, Typed } from "./shape.ts"

/** A position where a developer types: a line of a file. */
export interface Place {
  readonly file: string
  readonly text: string
  /** The line before which it is typed, counted from zero. */
  readonly line: number
}

/** What was offered, and what it took. */
export interface Offered {
  readonly names: readonly string[]
  /** From the edit to the reply, in milliseconds. */
  readonly wall: number
  /** Processor time of the server meanwhile, in milliseconds: which other work on the machine disturbs less. */
  readonly cpu: number
}

/** `count` positions, each in another file that calls routes, spread from the first such file to the last. */
export function placesIn(files: Files, count: number): readonly Place[] {
  const calls = [...files].filter(([file]) => file.endsWith("-calls.ts"))
  if (calls.length < count) throw new Error(`${count} places need as many files; there are ${calls.length}`)
  return Array.from({ length: count }, (_, at) => {
    const [file, text] = calls[Math.floor((at * calls.length) / count)]!
    return { file, text, line: text.split("\n").findIndex((line) => line.startsWith("  return ")) }
  })
}

/** Opens a file, types a text at a place of it, asks for names there, and closes the file again. */
export async function completeAt(server: LanguageServer, place: Place, typed: Typed): Promise<Offered> {
  const { file, text, line } = place
  await server.open(file, text)
  const [cpu, start] = [cpuSoFar(server), performance.now()]
  server.insert(file, { line, character: 0 }, `  ${typed.text}${typed.closed}\n`)
  const names = await server.complete(file, { line, character: 2 + typed.text.length })
  const offered = { names, wall: performance.now() - start, cpu: cpuSoFar(server) - cpu }
  server.close(file)
  return offered
}

// Only Linux tells. Elsewhere the tests, which do not look at it, still run.
function cpuSoFar({ pid }: LanguageServer): number {
  return existsSync("/proc/self/stat") ? cpuTimeOf(pid) / 1e6 : 0
}
