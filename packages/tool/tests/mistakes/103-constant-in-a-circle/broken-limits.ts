// oxlint-disable import/no-cycle -- the mistake itself
import { pages } from "./broken-pages.ts"

export const limits: { perPage: number; pages: number } = { perPage: 20, pages }
