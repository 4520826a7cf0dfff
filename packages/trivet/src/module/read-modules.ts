import { Fault } from "../fault/fault.ts"
import { isClass, kindOf } from "../fault/kind-of.ts"
import { Binding } from "../inject/container.ts"
import { isProvider, type Provider } from "../inject/provider.ts"
import { isToken, nameOfToken, type Token } from "../inject/token.ts"
import { findVisible } from "./find-visible.ts"
import type { ModuleGraph, ModuleNode } from "./module-node.ts"
import { type LazyList, type Module, placeOfModule } from "./module.ts"

/** Reads the modules below a root. Every error in their lists becomes a fault of the graph. */
export function readModules(
  root: Module,
  provided: readonly Provider[],
  replaced: readonly Provider[] = [],
): ModuleGraph {
  const graph: ModuleGraph = {
    modules: [],
    provided: createNode({ name: "(application)" }, [], () => graph),
    faults: [],
    invalid: new Set(),
  }
  const replacements = new Map(replaced.map((provider) => [provider.token, provider.make]))
  for (const { token, make } of provided) bind(graph.provided, token, replacements.get(token) ?? make)
  if (!isModule(root)) {
    graph.faults.push(new Fault("ROOT_NOT_A_MODULE", { entry: entryKind(root) }))
    return graph
  }
  visit(root, [], graph, new Map())
  const owners = new Map<unknown, ModuleNode>()
  for (const node of graph.modules) readDeclarations(node, graph, owners, replacements)
  for (const node of graph.modules) readExports(node, graph)
  return graph
}

function createNode(record: Module, path: readonly string[], graph: () => ModuleGraph): ModuleNode {
  const node: ModuleNode = {
    name: record.name,
    record,
    way: [...path, record.name],
    imports: [],
    exports: new Set(),
    bindings: new Map(),
    find: (wanted, by) => findVisible(graph(), node, wanted, by),
  }
  return node
}

function visit(
  record: Module,
  path: readonly string[],
  graph: ModuleGraph,
  seen: Map<Module, ModuleNode>,
): ModuleNode {
  const known = seen.get(record)
  if (known !== undefined) return known
  const node = createNode(record, path, () => graph)
  const namesake = [...seen.keys()].find((other) => other.name === record.name)
  if (namesake !== undefined) {
    const other = placeOfModule(namesake) ?? "a record that was not made by `module()`"
    graph.faults.push(new Fault("MODULE_NAME_TAKEN", { module: record.name, other }, whereOf(node)))
  }
  seen.set(record, node)
  for (const [entry, position] of entriesOf(node, "imports", record.imports, graph)) {
    if (isModule(entry)) node.imports.push(visit(entry, node.way, graph, seen))
    else {
      graph.invalid.add(isProvider(entry) ? entry.token : entry)
      graph.faults.push(
        new Fault("NOT_A_MODULE", { module: node.name, entry: entryKind(entry), position }, whereOf(node)),
      )
    }
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
    if (!isProvider(entry) && !canBeMade(entry)) {
      graph.invalid.add((entry as object | null)?.constructor)
      graph.faults.push(
        new Fault(
          "NOT_A_DECLARATION",
          { module: node.name, entry: entryKind(entry), position },
          whereOf(node),
        ),
      )
      continue
    }
    const token = isProvider(entry) ? entry.token : entry
    const name = nameOfToken(token)
    // A class belongs to one module. A token may be provided by several, each for its own part of the tree.
    const first = isProvider(entry) ? undefined : owners.get(entry)
    if (node.bindings.has(token)) {
      graph.faults.push(
        new Fault("LISTED_TWICE", { module: node.name, token: name, position }, whereOf(node)),
      )
    } else {
      if (first === undefined) owners.set(entry, node)
      else {
        const details = { token: name, first: first.name, second: node.name }
        graph.faults.push(new Fault("DECLARED_TWICE", details, whereOf(node)))
      }
      const replacement = replacements.get(token)
      if (isProvider(entry)) bind(node, token, replacement ?? entry.make).lazy = entry.lazy === true
      else if (replacement !== undefined) bind(node, token, replacement)
      else bind(node, token, () => new entry(), entry)
    }
  }
}

function readExports(node: ModuleNode, graph: ModuleGraph): void {
  for (const [entry, position] of entriesOf(node, "exports", node.record.exports, graph)) {
    const passedOn = (imported: ModuleNode) => exportsOf(imported).includes(entry)
    if (!isToken(entry)) {
      const passed = graph.modules.find((module) => module.record === entry)
      for (const token of passed === undefined ? [] : exportsOf(passed)) graph.invalid.add(token)
      const details = { module: node.name, entry: entryKind(entry), position }
      graph.faults.push(new Fault("EXPORT_NOT_A_TOKEN", details, whereOf(node)))
    } else if (node.bindings.has(entry) || node.imports.some(passedOn)) node.exports.add(entry)
    else {
      graph.invalid.add(entry)
      const details = { module: node.name, token: nameOfToken(entry) }
      graph.faults.push(new Fault("EXPORT_NOT_DECLARED", details, whereOf(node)))
    }
  }
}

function whereOf(node: ModuleNode): {
  readonly where: string | undefined
  readonly chain: readonly string[]
} {
  return { where: placeOfModule(node.record), chain: node.way }
}

function bind(
  node: ModuleNode,
  token: Token<unknown>,
  make: () => unknown,
  written: unknown = make,
): Binding {
  const binding = new Binding(token, node, make, written)
  node.bindings.set(token, binding)
  return binding
}

function read(list: LazyList<unknown> | undefined): unknown {
  // A class given without brackets is a function too, but must not be called.
  return (typeof list === "function" && !isClass(list) ? list() : list) ?? []
}

function exportsOf(node: ModuleNode): readonly unknown[] {
  const entries = read(node.record.exports)
  return Array.isArray(entries) ? entries : []
}

function* entriesOf(
  node: ModuleNode,
  name: "imports" | "exports" | "declarations",
  list: LazyList<unknown> | undefined,
  graph: ModuleGraph,
): Generator<readonly [entry: unknown, position: number]> {
  const entries = read(list)
  if (!Array.isArray(entries)) {
    const details = { list: name, module: node.name, entry: entryKind(entries) }
    graph.faults.push(new Fault("LIST_INVALID", details, whereOf(node)))
    return
  }
  for (const [position, entry] of (entries as readonly unknown[]).entries()) {
    if (entry !== undefined) yield [entry, position]
    else
      graph.faults.push(
        new Fault("ENTRY_UNDEFINED", { list: name, module: node.name, position }, whereOf(node)),
      )
  }
}

function entryKind(entry: unknown): string {
  if (isProvider(entry)) return `a provider of \`${nameOfToken(entry.token)}\``
  return isModule(entry) ? `the module \`${entry.name}\`` : kindOf(entry)
}

function isModule(value: unknown): value is Module {
  if (typeof value !== "object" || value === null || isProvider(value) || isToken(value)) return false
  return "name" in value && typeof value.name === "string"
}

function canBeMade(value: unknown): value is new () => object {
  // Methods and arrow functions have no prototype and cannot be called with `new`.
  return typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null
}
