/** The environment variable that names the one kind of calls which a process answers. `trivet start --jobs` sets it. */
const variable = "TRIVET_ONLY"

/** The one kind of calls that this process answers; `undefined` for all. */
export function findOnlyKind(): string | undefined {
  return process.env[variable] || undefined
}

/** Like `findOnlyKind()`, but removes the variable, so that child processes do not inherit it. */
export function takeOnlyKind(): string | undefined {
  const kind = findOnlyKind()
  delete process.env[variable]
  return kind
}
