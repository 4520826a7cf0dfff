export { fileStoreCases } from "./testing/file-store-cases.ts"
export { MemoryFileStore } from "./store/memory-file-store.ts"
