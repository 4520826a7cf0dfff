import { defineConfig } from "vitest/config"

// Workspace packages resolve each other's sources, so tests need no build.
const conditions = ["@trivet/source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{packages,examples,scripts,bench,deploy}/**/*.test.ts"],
    // Templates run their tests as the applications that are made of them: packages/tool/scaffold.
    exclude: ["**/node_modules/**", "**/dist/**", "packages/tool/templates/**"],
    testTimeout: 20_000,
    // Most tests here wait for processes and sockets: with two cores the default of one worker would leave both idle.
    maxWorkers: 3,
  },
})
