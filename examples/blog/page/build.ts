import { join } from "node:path"
import { build } from "rolldown"

// Bundles the script of the page, with the contracts and the client, into the folder that is served.
await build({
  input: join(import.meta.dirname, "page.ts"),
  platform: "browser",
  // Only in this repository, where packages are read from their sources.
  resolve: { conditionNames: ["@trivet/source", "browser", "import", "default"] },
  // One file. The page reads no streams, so what the client loads only for them is left out.
  plugins: [{ name: "no-streams", load: (id) => (id.includes("resume-events") ? "export {}" : undefined) }],
  output: { file: join(import.meta.dirname, "public/page.js"), minify: true, codeSplitting: false },
})
