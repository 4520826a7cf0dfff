#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { run } from "trivet/cli"
import { ToolModule } from "./tool-module.ts"

const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
const { version } = JSON.parse(manifest) as { readonly version: string }

await run(ToolModule, {
  name: "trivet",
  summary: "Makes, runs and looks into Trivet applications",
  version,
  // `dev` waits until the program has stopped, which has a shorter time limit.
  stopTimeout: 8_000,
})
