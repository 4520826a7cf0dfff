export { createApi as createApp } from "./create-api.ts"
