// oxlint-disable import/no-cycle -- the mistake itself
import { limits } from "./broken-limits.ts"

export const pages: number = 100 / limits.perPage // here
