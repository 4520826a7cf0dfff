import { existsSync, readFileSync } from "node:fs"
import { findEntry } from "../../inspect/find-entry.ts"
import type { SerializedApp } from "../../inspect/report.ts"
import { cliPlainFiles, cliPlainRoutes, cliResourceFiles, cliResourceRoutes } from "./cli-files.ts"
import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"
import { type NewFile, plainFiles, plainRoutes } from "./plain-files.ts"
import { resourceFiles, resourceRoutes } from "./resource-files.ts"
import type { TableOf } from "./store-files.ts"
import { findSite, type Surroundings } from "../surroundings.ts"
import { webResourceFiles, webResourceRoutes } from "./web-files.ts"
import { webPlainFiles, webPlainRoutes } from "./web-plain-files.ts"

/** The files of a module, by the platform of its application. */
export interface ModuleKit {
  readonly platform: "api" | "web" | "cli"
  readonly plainRoutes: (name: string) => NewModule["routes"]
  readonly resourceRoutes: (name: string) => NewModule["routes"]
  readonly plainFiles: (names: ModuleNames) => readonly NewFile[]
  readonly resourceFiles: (names: ModuleNames, around: Surroundings, table: TableOf) => readonly NewFile[]
}

const apiKit: ModuleKit = { platform: "api", plainRoutes, resourceRoutes, plainFiles, resourceFiles }

const cliKit: ModuleKit = {
  platform: "cli",
  plainRoutes: cliPlainRoutes,
  resourceRoutes: cliResourceRoutes,
  plainFiles: cliPlainFiles,
  resourceFiles: cliResourceFiles,
}

/** The files for a module in a folder. A site without the parts of the template `web` gets those of an API. */
export function kitFor(folder: string, packageFolder: string, app: SerializedApp | undefined): ModuleKit {
  const platform = app?.platform ?? platformOf(packageFolder)
  if (platform === "cli") return cliKit
  const site = platform === "api" ? undefined : findSite(folder, packageFolder)
  if (site === undefined) return apiKit
  return {
    platform: "web",
    plainRoutes: webPlainRoutes,
    resourceRoutes: webResourceRoutes,
    plainFiles: (names) => webPlainFiles(names, site),
    resourceFiles: (names, around, table) => webResourceFiles(names, site, around, table),
  }
}

/** The platform of an application that cannot be loaded, as far as its source shows. */
function platformOf(packageFolder: string): "cli" | undefined {
  try {
    const { file } = findEntry("", packageFolder)
    const text = existsSync(file) ? readFileSync(file, "utf8") : ""
    return /from ["']trivet\/cli["']/.test(text) && !/from ["']trivet\/(?:node|fetch)["']/.test(text)
      ? "cli"
      : undefined
  } catch {
    return undefined
  }
}
