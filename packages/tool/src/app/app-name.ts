// Longer ones do not fit into the names that PostgreSQL and DNS know.
const longest = 50

// Names of devices on Windows, in every folder and with every ending.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * What is wrong with an application's name; `undefined` for a good one. It becomes a folder, a package and a database,
 * so only what is harmless in all of them is taken: nothing that leads to another folder can be written with it.
 */
export function findNameFlaw(name: string, taken: Iterable<string>): string | undefined {
  if (name === "") return "it is empty"
  if (name.length > longest) return `it has more than ${longest} characters`
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name))
    return "only lower-case letters, digits and single hyphens, a letter first"
  if (devices.test(name)) return "it is the name of a device on Windows"
  // npm refuses to install a package into one of the same name.
  if ([...taken].includes(name)) return "it is the name of a package that it needs"
  return undefined
}
