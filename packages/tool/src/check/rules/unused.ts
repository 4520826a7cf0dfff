import type { ModuleDescription } from "trivet/extend"
import type { SerializedApp } from "../../inspect/report.ts"
import type { Rule } from "../rule.ts"
import { registersItself } from "../registers-itself.ts"
import { importsOf, ownerOf, usesOf } from "../usage.ts"

/** An export that no importing module uses. */
export const exportUnused: Rule = {
  code: "EXPORT_UNUSED",
  finds: "an export that no other module uses",
  find: (app) => {
    const uses = usesOf(app)
    return app.modules.flatMap((node) =>
      node.exports
        .filter((name) => {
          const owner = ownerOf(app, node, name)
          const importers = app.modules.filter((other) => other.imports.includes(node.name))
          const passedOn = importers.some((other) => other.exports.includes(name))
          const used = uses.some(
            (use) =>
              use.name === name && use.owner === owner && importers.some((other) => other.name === use.by),
          )
          // A declaration that is not used at all is reported where it is declared.
          const idle = owner === node.name && !uses.some((use) => use.name === name && use.owner === owner)
          return !passedOn && !used && !idle
        })
        .map((name) => ({
          subject: `${node.name} ${name}`,
          message: `Module \`${node.name}\` exports \`${name}\`, and no module that imports it injects \`${name}\`.`,
          where: node.where,
          fix: `Remove \`${name}\` from the \`exports\` of module \`${node.name}\`.`,
        })),
    )
  },
}

/** A declaration that nothing injects and that does nothing by itself. */
export const serviceUnused: Rule = {
  code: "SERVICE_UNUSED",
  finds: "a declared service or provider that is never injected, has no hooks and does not register itself",
  find: (app) =>
    idleDeclarations(app, ["service", "provider"])
      .filter(({ where }) => !registersItself(where))
      .map(({ node, name, where }) => ({
        subject: name,
        message: `\`${name}\` is declared in module \`${node.name}\` and never injected.`,
        where: where ?? node.where,
        fix: `Remove \`${name}\` from the \`declarations\`${node.exports.includes(name) ? " and the `exports`" : ""} of module \`${node.name}\`, or inject it where it is needed.`,
      })),
}

/** A declared middleware that no route uses. */
export const middlewareUnused: Rule = {
  code: "MIDDLEWARE_UNUSED",
  finds: "a declared middleware that no route and no application uses",
  find: (app) =>
    idleDeclarations(app, ["middleware"]).map(({ node, name, where }) => ({
      subject: name,
      message: `The middleware \`${name}\` is declared in module \`${node.name}\`, and no route uses it.`,
      where: where ?? node.where,
      fix: `Add \`${name}\` to the routes or groups that need it, or remove it from the \`declarations\` of module \`${node.name}\`.`,
    })),
}

/** An imported module of which nothing is used and that does nothing by itself. */
export const importUnused: Rule = {
  code: "IMPORT_UNUSED",
  finds: "an imported module that is not used and has no routes and no hooks",
  find: (app) => {
    const uses = usesOf(app)
    return app.modules.flatMap((node) =>
      importsOf(app, node)
        .filter((imported) => {
          const used = imported.exports.some((name) => {
            const owner = ownerOf(app, imported, name)
            const asked = uses.some((use) => use.by === node.name && use.name === name && use.owner === owner)
            return asked || (node.exports.includes(name) && ownerOf(app, node, name) === owner)
          })
          return !used && !isLively(app, imported)
        })
        .map((imported) => ({
          subject: `${node.name} ${imported.name}`,
          message: `Module \`${node.name}\` imports \`${imported.name}\` and injects nothing from it; \`${imported.name}\` has no routes and no hooks.`,
          where: node.where,
          fix: `Remove \`${imported.name}\` from the \`imports\` of module \`${node.name}\`, or export from \`${imported.name}\` what is needed.`,
        })),
    )
  },
}

function idleDeclarations(app: SerializedApp, kinds: readonly string[]) {
  const uses = usesOf(app)
  return app.modules.flatMap((node) =>
    node.declarations
      .filter(({ name, kind, hooks }) => {
        const used = uses.some((use) => use.name === name && use.owner === node.name)
        return kinds.includes(kind) && hooks.length === 0 && !used
      })
      .map(({ name, where }) => ({ node, name, where })),
  )
}

/** Whether a module, or one below it, does something without being injected. */
function isLively(
  app: SerializedApp,
  node: ModuleDescription,
  seen: ReadonlySet<string> = new Set<string>(),
): boolean {
  if (seen.has(node.name)) return false
  const own = node.declarations.some(
    ({ kind, hooks, where }) => kind === "controller" || hooks.length > 0 || registersItself(where),
  )
  return own || importsOf(app, node).some((below) => isLively(app, below, new Set([...seen, node.name])))
}
