/** A public name as docs/api.md shows it. */
export interface ApiName {
  readonly name: string
  readonly kind: string
  readonly sentence: string
}

/** The text of docs/api.md: the public names of each door, one line each. */
export function apiPage(
  doors: readonly { readonly specifier: string; readonly names: readonly ApiName[] }[],
): string {
  const sections = doors.map(
    ({ specifier, names }) =>
      `## ${specifier}\n\n${names.map(({ name, kind, sentence }) => `- \`${name}\` (${kind}): ${sentence}`).join("\n")}\n`,
  )
  return [
    "# Public API",
    "Every public name, by the door it is imported from. Written by `node scripts/doors.ts --write` from the doc comments; `npm run check` holds both together.",
    ...sections.map((section) => section.trimEnd()),
  ]
    .join("\n\n")
    .concat("\n")
}
