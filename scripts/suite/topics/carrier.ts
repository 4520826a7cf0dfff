import type { Topics } from "trivet"

/** What a module must export whose carrier `carryNumbers()` tests: the programs beside this file import it. */
export interface CarrierModule {
  /** Connects this process. */
  openTopics(url: string, history: number): Topics
}

/** Imports the carrier that the arguments name, and connects. */
export async function topicsOf(args: readonly string[]): Promise<Topics> {
  const [path = "", url = "", history = ""] = args
  const { openTopics } = (await import(path)) as CarrierModule
  return openTopics(url, Number(history))
}

/** The one topic. */
export const topic = "numbers"

/** A message: the publisher's name, and a number that rises. */
export interface Numbered {
  readonly name: string
  readonly at: number
}
