interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * Adds packages of Trivet to a package.json, in the version of its `@trivet/auth`, also if that is a packed file. The
 * packages are sorted, as npm does.
 */
export function addPackages(text: string, names: readonly string[]): string {
  const manifest = JSON.parse(text) as Manifest
  const { dependencies = {} } = manifest
  const auth = dependencies["@trivet/auth"] ?? "latest"
  const added = names.map((name) => [
    name,
    auth.replace("trivet-auth-", `${name.slice(1).replace("/", "-")}-`),
  ])
  const all = { ...(Object.fromEntries(added) as Record<string, string>), ...dependencies }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ ...manifest, dependencies: sorted }, null, 2)}\n`
}
