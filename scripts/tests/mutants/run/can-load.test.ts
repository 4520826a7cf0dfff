import { describe, expect, it } from "vitest"
import { canLoad } from "./can-load.ts"

describe("canLoad", () => {
  it.each([
    ["export const a = 1", "const a = 1", false],
    ["export const a = 1", "export const a = 2", true],
    ["export function a() {}", "export function b() {}", false],
    ["export class A {}", "class A {}", false],
    ["export abstract class A {}", "", false],
    ["const a = 1\nexport { a, a as b }", "const a = 1\nexport { a }", false],
    ["export default 1", "1", false],
    ['export * from "./a.ts"', "", false],
    ["export const a = 1", "export const a = = 1", false],
    ["export interface A {}", "", true],
    ["export type A = 1\nexport type { B } from './b.ts'", "", true],
  ])("%j → %j: %s", (original, changed, loads) => {
    expect(canLoad("a.ts", original, changed)).toBe(loads)
  })

  it("lets files pass that are not TypeScript", () => {
    expect(canLoad("a.html", "<p>", "<<")).toBe(true)
  })
})
