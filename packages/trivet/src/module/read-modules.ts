import { Fault } from "../fault/fault.ts"
import { kindOf } from "../fault/kind-of.ts"
import { Binding } from "../inject/container.ts"
import { isProvider, type Provider } from "../inject/provider.ts"
import { isToken, nameOfToken, type Token } from "../inject/token.ts"
import { findVisible } from "./find-visible.ts"
import type { ModuleGraph, ModuleNode } from "./module-node.ts"
import { type LazyList, type Module, placeOfModule } from "./module.ts"

/** Reads the modules below a root. Every mistake in their lists becomes a fault of the graph. */
export function readModules(
  root: Module,
  provided: readonly Provider[],
  replaced: readonly Provider[] = [],
): ModuleGraph {
  const graph: ModuleGraph = {
    modules: [],
    provided: createNode({ name: "(application)" }, () => graph),
    faults: [],
  }
  const replacements = new Map(replaced.map((provider) => [provider.token, provider.make]))
  for (const { token, make } of provided) bind(graph.provided, token, replacements.get(token) ?? make)
  visit(root, graph, new Map())
  const owners = new Map<unknown, ModuleNode>()
  for (const node of graph.modules) readDeclarations(node, graph, owners, replacements)
  for (const node of graph.modules) readExports(node, graph)
  return graph
}

function createNode(record: Module, graph: () => ModuleGraph): ModuleNode {
  const node: ModuleNode = {
    name: record.name,
    record,
    imports: [],
    exports: new Set(),
    bindings: new Map(),
    find: (wanted, by) => findVisible(graph(), node, wanted, by),
  }
  return node
}

function visit(record: Module, graph: ModuleGraph, seen: Map<Module, ModuleNode>): ModuleNode {
  const known = seen.get(record)
  if (known !== undefined) return known
  const node = createNode(record, () => graph)
  if ([...seen.keys()].some((other) => other.name === record.name)) {
    graph.faults.push(new Fault("MODULE_NAME_TAKEN", { module: record.name }, whereOf(node)))
  }
  seen.set(record, node)
  for (const [entry, position] of entriesOf(node, "imports", record.imports, graph)) {
    if (isModule(entry)) node.imports.push(visit(entry, graph, seen))
    else
      graph.faults.push(
        new Fault("NOT_A_MODULE", { module: node.name, entry: kindOf(entry), position }, whereOf(node)),
      )
  }
  graph.modules.push(node)
  return node
}

function readDeclarations(
  node: ModuleNode,
  graph: ModuleGraph,
  owners: Map<unknown, ModuleNode>,
  replacements: ReadonlyMap<Token<unknown>, () => unknown>,
): void {
  for (const [entry, position] of entriesOf(node, "declarations", node.record.declarations, graph)) {
    if (!isProvider(entry) && !isClass(entry)) {
      graph.faults.push(
        new Fault("NOT_A_DECLARATION", { module: node.name, entry: kindOf(entry), position }, whereOf(node)),
      )
      continue
    }
    const token = isProvider(entry) ? entry.token : entry
    // A class belongs to one module; a token may be provided by several, each for its own part of the tree.
    const first = node.bindings.has(token) ? node : isProvider(entry) ? undefined : owners.get(entry)
    if (first !== undefined) {
      const details = { token: nameOfToken(token), first: first.name, second: node.name }
      graph.faults.push(new Fault("DECLARED_TWICE", details, whereOf(node)))
      continue
    }
    owners.set(entry, node)
    bind(node, token, replacements.get(token) ?? (isProvider(entry) ? entry.make : () => new entry()))
  }
}

function readExports(node: ModuleNode, graph: ModuleGraph): void {
  for (const [entry, position] of entriesOf(node, "exports", node.record.exports, graph)) {
    const passedOn = (imported: ModuleNode) => listOf<unknown>(imported.record.exports).includes(entry)
    if (isToken(entry) && (node.bindings.has(entry) || node.imports.some(passedOn))) node.exports.add(entry)
    else {
      const token = isToken(entry) ? nameOfToken(entry) : `${kindOf(entry)} at position ${position}`
      graph.faults.push(new Fault("EXPORT_NOT_DECLARED", { module: node.name, token }, whereOf(node)))
    }
  }
}

function whereOf(node: ModuleNode): { readonly where: string | undefined } {
  return { where: placeOfModule(node.record) }
}

function bind(node: ModuleNode, token: Token<unknown>, make: () => unknown): void {
  node.bindings.set(token, new Binding(token, node, make))
}

function listOf<T>(list: LazyList<T> | undefined): readonly T[] {
  return (typeof list === "function" ? list() : list) ?? []
}

function* entriesOf(
  node: ModuleNode,
  name: "imports" | "exports" | "declarations",
  list: LazyList<unknown> | undefined,
  graph: ModuleGraph,
): Generator<readonly [entry: unknown, position: number]> {
  for (const [position, entry] of listOf(list).entries()) {
    if (entry !== undefined) yield [entry, position]
    else
      graph.faults.push(
        new Fault("ENTRY_UNDEFINED", { list: name, module: node.name, position }, whereOf(node)),
      )
  }
}

function isModule(value: unknown): value is Module {
  if (typeof value !== "object" || value === null || isProvider(value) || isToken(value)) return false
  return "name" in value && typeof value.name === "string"
}

function isClass(value: unknown): value is new () => object {
  // A method or an arrow function has no prototype and cannot be made with `new`.
  return typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null
}
