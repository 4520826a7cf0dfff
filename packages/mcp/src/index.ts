export { mcp } from "./mcp.ts"
export type { McpOptions } from "./options.ts"
