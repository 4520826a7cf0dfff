import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Unpacked } from "../packed/unpack.ts"
import type { ReleaseCheck } from "./release-check.ts"

/** The parts of a CycloneDX document that are read here. */
export interface Sbom {
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl?: string }[]
}

/**
 * The bill of materials of a release: everything that is installed with all of its packages, by `npm sbom`. It is made of a
 * project that has the archives, because that is what users install; the lock file of the workspace has much more.
 */
export function sbomOf(packed: readonly Unpacked[], version: string): Sbom {
  const folder = mkdtempSync(join(tmpdir(), "trivet-sbom-"))
  try {
    const dependencies = Object.fromEntries(
      packed.map(({ manifest, archive }) => [manifest.name, `file:${archive}`]),
    )
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "trivet-release", version, private: true, license: "MIT", dependencies }),
    )
    npm(
      folder,
      "install",
      "--package-lock-only",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
    )
    return JSON.parse(
      npm(
        folder,
        "sbom",
        "--sbom-format=cyclonedx",
        "--sbom-type=library",
        "--package-lock-only",
        "--omit=dev",
      ),
    ) as Sbom
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether the bill of materials names each package of the release, and writes it beside the archives. */
export function checkSbom(packed: readonly Unpacked[], version: string, file: string): ReleaseCheck {
  const sbom = sbomOf(packed, version)
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  const named = new Set(sbom.components.map(({ purl = "" }) => decodeURIComponent(purl).split("?")[0]))
  const problems = packed
    .filter(({ manifest }) => !named.has(`pkg:npm/${manifest.name}@${version}`))
    .map(({ manifest }) => `${manifest.name}: is not in the bill of materials`)
  return { name: "bill of materials", problems, note: `${sbom.components.length} packages, ${file}` }
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 26,
  })
}
