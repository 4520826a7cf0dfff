interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * A package.json with more packages of Trivet, in the version in which it has `@trivet/auth`: also where that is a packed
 * file. The order is that of the alphabet, as npm writes it.
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
