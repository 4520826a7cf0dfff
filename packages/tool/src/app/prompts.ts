// The build puts @clack/prompts into this file, so that users install nothing for it: scripts/bundle-prompts.ts.
export { confirm, intro, isCancel, outro, select, text } from "@clack/prompts"
