import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"
import { parsePage } from "./markdown.ts"

/** Pages that show files of this repository, whole or in part. */
const shown: readonly (readonly [page: string, language: string, file: string])[] = [
  ["docs/run/docker.md", "dockerfile", "packages/tool/templates/server/Dockerfile"],
  ["docs/run/docker.md", "text", "packages/tool/templates/server/_dockerignore"],
  ["docs/run/kubernetes.md", "yaml", "deploy/kubernetes/blog.yaml"],
  ["docs/run/proxy.md", "nginx", "deploy/nginx.conf"],
  ["docs/run/proxy.md", "text", "deploy/haproxy.cfg"],
  ["docs/run/systemd.md", "ini", "deploy/systemd/my-app.service"],
]

const read = (path: string) => readFileSync(join(root, path), "utf8")
/** Without indentation: a page shows a part of a file from its own margin on. */
const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("\n")

describe("pages that show files", () => {
  it.each(shown)("%s shows in %s what is in %s", (page, language, file) => {
    const blocks = parsePage(read(page)).fences.filter(
      // One line is an addition that the page proposes.
      (fence) => fence.language === language && fence.code.trim().includes("\n"),
    )
    expect(blocks).not.toHaveLength(0)
    for (const { code } of blocks) expect(linesOf(read(file))).toContain(linesOf(code))
  })
})
