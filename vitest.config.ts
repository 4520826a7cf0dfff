import { globSync } from "node:fs"
import { defineConfig } from "vitest/config"
import { compileCache } from "./scripts/suite/compile-cache.ts"

// Workspace packages resolve each other's sources, so tests need no build.
const conditions = ["@trivet/source"]

// Templates run their tests as the applications that are made of them: packages/tool/tests/scaffold.
const never = ["**/node_modules/**", "**/dist/**", "packages/tool/templates/**"]

// `npm test`: no server, no browser, no other runtime, and done within a minute on two cores. Tests beside the code
// (`src`) are such tests; those that need more are in a suite below `tests`, beside `src`.
const quick = globSync(
  ["packages/*/src/**/*.test.ts", "examples/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
  {
    cwd: import.meta.dirname,
    exclude: [
      ...never,
      // Against PostgreSQL and Redis.
      "packages/{limit,postgres,redis}/**",
      // Starts the command `trivet`, and applications, in processes of their own.
      "packages/tool/**",
      // Start compilers and other test runs.
      "scripts/{docs,docs/run-pages,new-app,tests/test-mutants}.test.ts",
      "scripts/packages/{packed,rehearsal}/**",
    ],
  },
).map((path) => path.replaceAll("\\", "/"))

// Those that need a server, and leave nothing behind either.
const shared = globSync(
  "packages/{auth,files,jobs,limit,mail,mcp,multipart,nats,openapi,postgres,redis,trivet}/**/*.test.ts",
  {
    cwd: import.meta.dirname,
    // Simulations hold the statements of their process.
    exclude: [...never, ...quick, "packages/{jobs,postgres}/tests/{simulate,simulations}/**"],
  },
).map((path) => path.replaceAll("\\", "/"))

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Tests wait for conditions. These bounds only end what hangs, on a machine that is busy with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: compileCache,
    // Most tests here wait for processes and sockets: with two cores the default of one worker would leave both idle.
    maxWorkers: 3,
    projects: [
      // Files of one worker share what they import: loading it anew for each took half of the processor's time. So these
      // leave nothing behind in a module, on `globalThis` or in `process.env`.
      { extends: true, test: { name: "quick", include: quick, exclude: never, isolate: false } },
      { extends: true, test: { name: "shared", include: shared, exclude: never, isolate: false } },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["{packages,examples,scripts,bench,deploy,site}/**/*.test.ts"],
          exclude: [...never, ...quick, ...shared],
        },
      },
    ],
  },
})
