// oxlint-disable typescript/consistent-type-imports -- the mistake itself
// @ts-expect-error the compiler finds it too, if it is asked
import { Told } from "../rival.ts"

export const told: Told[] = []
