import { appendFileSync } from "node:fs"

/** What a test has found: which fault, over what, and the figures in words. */
export interface Figure {
  readonly fault: string
  readonly over: string
  readonly figure: string
}

/** The variable that names the file of figures. */
export const figuresVariable = "TRIVET_FIGURES"

/** Says a figure, and notes it for the table at the end where a runner asks for one. */
export function noteFigure(fault: string, over: string, figure: string): void {
  console.log(`${fault}, ${over}: ${figure}`)
  const file = process.env[figuresVariable]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ fault, over, figure })}\n`)
}
