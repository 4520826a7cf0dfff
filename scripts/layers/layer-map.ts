/** Where a file is: its layer, and its folder in that layer. */
export interface Place {
  readonly layer: number
  readonly folder: string
  /** If the folders inside are layers too: which one, counted from the lowest, and its name. */
  readonly inner?: number
  readonly part?: string
}

/** One layer of packages/trivet/src. */
export interface Layer {
  readonly folders: readonly string[]
  /** What its folders are for, as the drawing in ARCHITECTURE.md shows it. */
  readonly about: string
}

/** From the lowest layer up. */
export const layers: readonly Layer[] = [
  { folders: ["fault"], about: "the catalogue of faults" },
  { folders: ["router", "inject", "schema", "store", "log"], about: "five independent parts" },
  { folders: ["context", "topic"], about: "one call: Incoming, Context, Reply, body, cookies; topics" },
  { folders: ["module"], about: "module records become a checked graph; routes are flattened" },
  {
    folders: ["app", "client"],
    about: "boot, dispatch, lifecycle, description of the app; the client of a contract",
  },
  {
    folders: ["platform", "http", "files", "compress", "scope", "socket"],
    about:
      "a returned value becomes a reply; middlewares; served folders; compressed replies; call scope; sockets",
  },
  { folders: ["engine", "testing"], about: "calls come in, replies go out" },
]

/** Each folder inside these counts as a folder of its own. */
export const parents: readonly string[] = ["platform", "engine"]

/** Folders whose own folders are layers, the lowest first. The files directly in such a folder are above them. */
const inside: Readonly<Record<string, readonly (readonly string[])[]>> = {
  app: [["config", "metrics"], ["dispatch"], ["routes"], ["describe"]],
  "engine/node": [
    ["connection"],
    ["call", "overload", "workers", "listener", "management", "fetch-public"],
    ["socket"],
  ],
}

/** Folders that may need Node itself. All others also run where `node:` modules do not exist. */
const nodeFolders: readonly string[] = ["engine/node", "engine/argv", "files", "compress", "testing"]

/** Above all layers, so that no other file can import an entry point. */
const entryPoints: Place = { layer: layers.length, folder: "entry points" }

/** The place of a file, given by its path below packages/trivet/src; undefined if its folder is in no layer. */
export function findPlace(path: string): Place | undefined {
  const [folder = "", inner = "", ...deeper] = path.split("/")
  if (inner === "") return entryPoints
  const layer = layers.findIndex(({ folders }) => folders.includes(folder))
  if (layer < 0) return undefined
  const isParent = parents.includes(folder) && deeper.length > 0
  const place = { layer, folder: isParent ? `${folder}/${inner}` : folder }
  const innerLayers = inside[place.folder]
  if (innerLayers === undefined) return place
  const below = isParent ? deeper : [inner, ...deeper]
  const [part = ""] = below.length > 1 ? below : []
  const at = part === "" ? innerLayers.length : innerLayers.findIndex((parts) => parts.includes(part))
  return at < 0 ? undefined : { ...place, inner: at, part }
}

/**
 * Whether a file may import another: anything in a lower layer, and its own folder. Folders in the same layer do not
 * import each other, but files directly in `platform/` or `engine/` serve the folders inside, and `testing` may use
 * the engines.
 */
export function mayImport(from: Place, to: Place): boolean {
  if (from.layer !== to.layer) return from.layer > to.layer
  if (from.folder === to.folder) return from.part === to.part || from.inner! > to.inner!
  return from.folder.startsWith(`${to.folder}/`) || from.folder === "testing"
}

/** Whether a file here may import `node:` modules statically. */
export function mayImportNode(place: Place): boolean {
  return place === entryPoints || nodeFolders.includes(place.folder)
}

/** A place in words. */
export function describePlace(place: Place): string {
  const { folder, part = "", layer } = place
  return place === entryPoints
    ? "an entry point"
    : `${part === "" ? folder : `${folder}/${part}`} (layer ${layer})`
}
