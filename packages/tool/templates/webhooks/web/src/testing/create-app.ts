export { createSite as createApp } from "./create-site.ts"
