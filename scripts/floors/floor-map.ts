/** Where a file stands: its floor, and its room on that floor. */
export interface Place {
  readonly floor: number
  readonly room: string
}

/** Folders of packages/trivet/src, from the ground up. */
const floors: readonly (readonly string[])[] = [
  ["fault"],
  ["router", "inject", "schema", "store"],
  ["context"],
  ["module"],
  ["app"],
  ["platform"],
  ["engine", "testing"],
]

/** Each folder inside these is a room of its own. */
const halls: readonly string[] = ["platform", "engine"]

/** Rooms that may need Node itself. All others also run where `node:` modules do not exist. */
const nodeRooms: readonly string[] = ["engine/node", "engine/argv", "platform/files", "testing"]

/** Above all floors, so that nothing behind a door can import it. */
const doors: Place = { floor: floors.length, room: "doors" }

/** The place of a file, given by its path below packages/trivet/src; undefined when its folder is on no floor. */
export function findPlace(path: string): Place | undefined {
  const [folder = "", inner = "", ...deeper] = path.split("/")
  if (inner === "") return doors
  const floor = floors.findIndex((folders) => folders.includes(folder))
  if (floor < 0) return undefined
  return { floor, room: halls.includes(folder) && deeper.length > 0 ? `${folder}/${inner}` : folder }
}

/**
 * Whether a file may import another: anything below, and its own room. Rooms on one floor do not know each other,
 * but what lies directly in `platform/` or `engine/` serves the rooms inside it, and `testing` may use the engines.
 */
export function mayImport(from: Place, to: Place): boolean {
  if (from.floor !== to.floor) return from.floor > to.floor
  return from.room === to.room || from.room.startsWith(`${to.room}/`) || from.room === "testing"
}

/** Whether a file here may import `node:` modules statically. */
export function mayImportNode(place: Place): boolean {
  return place === doors || nodeRooms.includes(place.room)
}

/** A place in words. */
export function describePlace({ floor, room }: Place): string {
  return room === doors.room ? "a door" : `${room}, floor ${floor}`
}
