import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Serious findings of axe. Its script runs in a world of its own, so that the page's policy stays as it is. */
export async function findSeriousFaults(page: Page): Promise<readonly string[]> {
  const context = await page.context().newCDPSession(page)
  const { frameTree } = await context.send("Page.getFrameTree")
  const { executionContextId: contextId } = await context.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  })
  await context.send("Runtime.evaluate", { contextId, expression: axe })
  const run = `axe.run(document).then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).slice(0, 3).join(" ")))`
  const { result } = await context.send("Runtime.evaluate", {
    contextId,
    expression: run,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value as readonly string[]
}
