import type * as clack from "@clack/prompts"
import { confirm, intro, isCancel, outro, select, text } from "@clack/prompts"

/** The prompt functions. */
export type Prompts = Pick<typeof clack, "confirm" | "intro" | "isCancel" | "outro" | "select" | "text">

/**
 * The prompt functions. The build bundles @clack/prompts into this file, so that users need not install it:
 * `scripts/bundle-prompts.ts`. Import it only when there is something to ask.
 */
export const prompts: Prompts = { confirm, intro, isCancel, outro, select, text }
