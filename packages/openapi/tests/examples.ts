import type { AppOptions, Module } from "trivet"
import { AppModule as versions } from "../../../examples/versions/src/app-module.ts"

/** An example as documents are made of it, and calls made to it. */
export interface Example {
  readonly root: Module
  /** What its `main.ts` gives it beside the platform. */
  readonly options?: Partial<AppOptions>
  /** What its bearer middleware takes. Without it, calls that need credentials are refused, and that is checked. */
  readonly token?: string
}

/** Every example with routes to document: add yours here. */
export const examples: Readonly<Record<string, Example>> = {
  versions: { root: versions, token: "letmein" },
}
