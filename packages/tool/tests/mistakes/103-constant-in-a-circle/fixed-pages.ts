import { limits } from "./fixed-limits.ts"

export const pages: number = 100 / limits.perPage
