// Longer names do not fit into PostgreSQL and DNS names.
const longest = 50

// Reserved device names on Windows, in every folder and with every extension.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * What is wrong with an application's name; `undefined` if it is valid. It becomes a folder, a package and a database,
 * so only characters that are safe in all of them are allowed. A path to another folder cannot be expressed.
 */
export function findNameFlaw(name: string, taken: Iterable<string>): string | undefined {
  if (name === "") return "it is empty"
  if (name.length > longest) return `it has more than ${longest} characters`
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name))
    return "only lower-case letters, digits and single hyphens, a letter first"
  if (devices.test(name)) return "it is the name of a device on Windows"
  // npm refuses to install a package into one with the same name.
  if ([...taken].includes(name)) return "it is the name of a package that it needs"
  return undefined
}
