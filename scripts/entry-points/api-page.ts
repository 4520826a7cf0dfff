/** A public name as docs/api.md shows it. */
export interface ApiName {
  readonly name: string
  readonly kind: string
  readonly sentence: string
}

/** The text of docs/api.md: the public names of each entry point, one line each. */
export function apiPage(
  entryPoints: readonly { readonly specifier: string; readonly names: readonly ApiName[] }[],
): string {
  const sections = entryPoints.map(
    ({ specifier, names }) =>
      `## ${specifier}\n\n${names.map(({ name, kind, sentence }) => `- \`${name}\` (${kind}): ${sentence}`).join("\n")}\n`,
  )
  return [
    "# Public API",
    "Every public name, by entry point. `node scripts/entry-points.ts --write` writes this page from the doc comments; `npm run check` compares them.",
    ...sections.map((section) => section.trimEnd()),
  ]
    .join("\n\n")
    .concat("\n")
}
