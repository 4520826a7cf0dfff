import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

// The first is the same browser without what only a window needs: a new page takes a quarter of the processor's time.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
]

/** Where Chromium is: the file that TRIVET_CHROMIUM names, otherwise the first of its usual names on the PATH. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string {
  const { TRIVET_CHROMIUM: given, PATH = "" } = environment
  if (given !== undefined && given !== "") return given
  const folders = PATH.split(delimiter).filter((folder) => folder !== "")
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
  if (found !== undefined) return found
  throw new Error(
    `No Chromium on the PATH (${names.join(", ")}): install one, or set TRIVET_CHROMIUM to its file`,
  )
}

/** How tests launch Chromium: `chromium.launch(chromiumOptions())`. It asks no server for anything by itself. */
export function chromiumOptions(): { readonly executablePath: string; readonly args: string[] } {
  const off = ["gpu", "background-networking", "component-update", "sync"]
  return { executablePath: findChromium(), args: ["--no-sandbox", ...off.map((name) => `--disable-${name}`)] }
}
