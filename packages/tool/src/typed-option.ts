// A value that no argument of a process can contain.
const absent = "\0"

/** The given value of an option; `undefined` if it was not given, which differs from empty. */
export function typedOption(
  ctx: { queryDefault(name: string, byDefault: string): string },
  name: string,
): string | undefined {
  const typed = ctx.queryDefault(name, absent)
  return typed === absent ? undefined : typed
}
