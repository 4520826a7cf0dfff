import { isSecretName } from "../dashboard/record/secrets.ts"

/** The values of an environment that no reply may contain. Short ones are words that a reply may have by chance. */
export function secretsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = ""]) => {
    if (isSecretName(name)) return [value]
    // The password in an address.
    const password = /^\w+:\/\/[^/:@\s]*:([^@\s]+)@/.exec(value)?.[1]
    return password === undefined ? [] : [password]
  })
  return [...new Set(values)].filter((value) => value.length >= 12 && !value.startsWith("/"))
}
