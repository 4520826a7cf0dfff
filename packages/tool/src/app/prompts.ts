import type * as clack from "@clack/prompts"
import { confirm, intro, isCancel, outro, select, text } from "@clack/prompts"

/** What asks a person. */
export type Prompts = Pick<typeof clack, "confirm" | "intro" | "isCancel" | "outro" | "select" | "text">

/**
 * What asks a person. The build puts @clack/prompts into this file, so that users install nothing for it:
 * `scripts/bundle-prompts.ts`. Import it when there is something to ask.
 */
export const prompts: Prompts = { confirm, intro, isCancel, outro, select, text }
