import { createRequire } from "node:module"
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http"
import { ParentBasedSampler, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace"
import { registerSdk } from "./register-sdk.ts"

// The stock instrumentation of `node:http`, with 1 % of the traces recorded. Import it before the server.
await registerSdk(new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.01) }))
new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }).enable()
// It changes the module where it is required.
createRequire(import.meta.url)("node:http")
