import type { MarkdownEnv, MarkdownRenderer } from "vitepress"

/** Leaves the code of all other pages without colors. */
export function highlightOnly(md: MarkdownRenderer, pages: readonly string[]): void {
  const fence = md.renderer.rules.fence
  if (fence === undefined) throw new Error("VitePress has no rule for blocks of code")
  md.renderer.rules.fence = (tokens, at, options, env: MarkdownEnv, self) => {
    if (!pages.includes(env.relativePath)) tokens[at]!.info = "txt"
    return fence(tokens, at, options, env, self)
  }
}
