import { Fault } from "../fault/fault.ts"
import { Binding } from "../inject/container.ts"
import { nameOfToken, type Token } from "../inject/token.ts"
import type { ModuleGraph, ModuleNode } from "./module-node.ts"

/**
 * Resolves a token inside a module: its own declaration, else an export of an imported module, else what the
 * application provides; or the fault that says which list has to change.
 */
export function findVisible(
  graph: ModuleGraph,
  node: ModuleNode,
  wanted: Token<unknown>,
  by: string,
): Binding | Fault {
  const own = node.bindings.get(wanted)
  if (own !== undefined) return own
  const imported = new Set(node.imports.flatMap((module) => findExported(module, wanted) ?? []))
  const [first, second] = [...imported]
  const asked = { by, module: node.name, token: nameOfToken(wanted) }
  if (first !== undefined && second !== undefined) {
    return new Fault("TOKEN_AMBIGUOUS", { ...asked, first: first.scope.name, second: second.scope.name })
  }
  const found = first ?? graph.provided.bindings.get(wanted)
  if (found === undefined && graph.invalid.has(wanted)) return invalidBinding(node, wanted)
  return found ?? explain(graph, wanted, asked)
}

function invalidBinding(node: ModuleNode, wanted: Token<unknown>): Binding {
  const binding = new Binding(wanted, node, () => undefined)
  binding.state = "failed"
  return binding
}

/** The binding that a module exports: its own, or one of an imported module that it exports again. */
export function findExported(
  node: ModuleNode,
  wanted: Token<unknown>,
  seen: Set<ModuleNode> = new Set<ModuleNode>(),
): Binding | undefined {
  if (!node.exports.has(wanted) || seen.has(node)) return undefined
  seen.add(node)
  const own = node.bindings.get(wanted)
  if (own !== undefined) return own
  for (const imported of node.imports) {
    const found = findExported(imported, wanted, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function explain(
  graph: ModuleGraph,
  wanted: Token<unknown>,
  asked: { readonly by: string; readonly module: string; readonly token: string },
): Fault {
  const exporter = graph.modules.find((module) => findExported(module, wanted) !== undefined)
  if (exporter !== undefined) return new Fault("TOKEN_NOT_IMPORTED", { ...asked, owner: exporter.name })
  const owner = graph.modules.find((module) => module.bindings.has(wanted))
  if (owner !== undefined) return new Fault("TOKEN_NOT_EXPORTED", { ...asked, owner: owner.name })
  return new Fault("TOKEN_MISSING", asked)
}
