export { serve, type Served, type ServeOptions } from "./engine/node/serve.ts"
