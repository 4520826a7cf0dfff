import { limits } from "./mended-limits.ts"

export const pages: number = 100 / limits.perPage
