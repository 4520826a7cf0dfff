export { create } from "./app/create.ts"
