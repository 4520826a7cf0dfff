import { isSecretName } from "../../dashboard/record/secrets.ts"

/** The values of an environment that no reply may contain. Short ones are ignored: a reply may contain them by chance. */
export function secretsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = ""]) => {
    if (isSecretName(name)) return [value]
    // The password in a URL.
    const password = /^\w+:\/\/[^/:@\s]*:([^@\s]+)@/.exec(value)?.[1]
    return password === undefined ? [] : [password]
  })
  return [...new Set(values)].filter((value) => value.length >= 12 && !value.startsWith("/"))
}
