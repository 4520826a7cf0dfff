import { writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { command, type Context, inject, PublicError, type Route } from "trivet"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import { checkModule } from "../inspect/check-module.ts"
import { mermaid } from "./mermaid.ts"
import { moduleGraph } from "./module-graph.ts"

const record = {
  path: "graph",
  summary: "Draws modules and services as Mermaid text or as an SVG picture",
  accepts: {
    query: commandOptions({
      ...programOptions,
      format: {
        type: "string",
        enum: ["mermaid", "svg"],
        default: "mermaid",
        description: "the format of the drawing",
      },
      out: { type: "string", description: "the file to write; default: standard output" },
      module: { type: "string", description: "only this module and the modules connected to it" },
    }),
  },
} as const

/** `trivet graph`. */
export class GraphCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [
      command(record.path, this.draw, { ...record, print: (drawn: { readonly text: string }) => drawn.text }),
    ]
  }

  async draw(ctx: Context<typeof record>): Promise<unknown> {
    const { format, out, module, ...choice } = ctx.input("query")
    const { app } = await this.#applications.find(ctx, choice)
    checkModule(app, module)
    const graph = moduleGraph(app, module)
    const drawn = format === "svg" ? await svgOf(graph) : mermaid(graph)
    if (out !== "") writeOut(out, drawn)
    const text =
      out === "" ? drawn : `${out}: modules: ${graph.boxes.length}, arrows: ${graph.arrows.length}\n`
    return { ...graph, format, out: out === "" ? undefined : out, text }
  }
}

function writeOut(out: string, drawn: string): void {
  try {
    writeFileSync(out, drawn)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === "ENOENT" ? `there is no folder ${dirname(out)}` : message
    throw new PublicError(400, `cannot write ${out}: ${reason}`)
  }
}

/** Loaded on demand, because other commands do not need the layout library. */
async function svgOf(graph: ReturnType<typeof moduleGraph>): Promise<string> {
  const [{ layOut }, { drawSvg }] = await Promise.all([import("./lay-out.ts"), import("./draw-svg.ts")])
  return drawSvg(layOut(graph))
}
