/** A module file as people write it. What stands between « and » is what entering `PostsModule` must insert. */
export interface Parent {
  readonly shape: string
  readonly marked: string
}

const users = `import { UsersModule } from "./users/users-module.ts"`
const notes = `import { NotesModule } from "./notes/notes-module.ts"`
const posts = `import { PostsModule } from "./posts/posts-module.ts"`

/** Files that can be edited with certainty. */
export const parents: readonly Parent[] = [
  {
    shape: "one line",
    marked: `import { module } from "trivet"
«${posts}
»${users}

export const AppModule = module({ name: "app", imports: [UsersModule«, PostsModule»] })
`,
  },
  {
    shape: "many lines, with a comma at the end",
    marked: `import { module } from "trivet"
${notes}«
${posts}»
${users}

/** All. */
export const AppModule = module({
  name: "app",
  imports: [
    NotesModule,
    UsersModule,«
    PostsModule,»
  ],
})
`,
  },
  {
    shape: "many lines, without a comma at the end, with tabs",
    marked: `import { module } from "trivet"
${users}
${notes}«
${posts}»

export const AppModule = module({
\tname: "app",
\timports: [
\t\tUsersModule,
\t\tNotesModule«,
\t\tPostsModule»
\t]
})
`,
  },
  {
    shape: "semicolons, single quotes, four blanks",
    marked: `import { module } from 'trivet';
import { NotesModule } from './notes/notes-module.ts';«
import { PostsModule } from './posts/posts-module.ts';»
import { UsersModule } from './users/users-module.ts';

export const AppModule = module({
    name: 'app',
    imports: [NotesModule, UsersModule«, PostsModule»],
});
`,
  },
  {
    shape: "CRLF",
    marked: `import { module } from "trivet"\r\n«${posts}\r\n»${users}\r\n\r\nexport const AppModule = module({\r\n  name: "app",\r\n  imports: [\r\n    UsersModule,«\r\n    PostsModule,»\r\n  ],\r\n})\r\n`,
  },
  {
    shape: "a byte order mark, and no newline at the end",
    marked: `\ufeffimport { module } from "trivet"«
${posts}»
export const AppModule = module({ name: "app", imports: [«PostsModule»] })`,
  },
  {
    shape: "imports as a function",
    marked: `import { module, type Module } from "trivet"
«${posts}
»${users}

export const AppModule: Module = module({ name: "app", imports: () => [UsersModule«, PostsModule»] })
`,
  },
  {
    shape: "imports as a function with a type, over many lines",
    marked: `import { module, type Module } from "trivet"
«${posts}
»${users}

export const AppModule: Module = module({
  name: "app",
  imports: (): readonly Module[] => [
    UsersModule,«
    PostsModule,»
  ],
})
`,
  },
  {
    shape: "no imports, one line",
    marked: `import { module } from "trivet"«
${posts}»

export const AppModule = module({ name: "app"«, imports: [PostsModule]» })
`,
  },
  {
    shape: "no imports, one line, with more after the name",
    marked: `import { module } from "trivet"«
${posts}»

class Home {}
export const AppModule = module({ name: "app", «imports: [PostsModule], »declarations: [Home] })
`,
  },
  {
    shape: "no imports, many lines",
    marked: `import { module } from "trivet"«
${posts}»

class Home {}
export const AppModule = module({
  name: "app", // what it is called«
  imports: [PostsModule],»
  declarations: [Home],
})
`,
  },
  {
    shape: "no imports, many lines, no comma at the end",
    marked: `import { module } from "trivet";«
${posts};»

export const AppModule = module({
  name: "app"«,
  imports: [PostsModule]»
});
`,
  },
  {
    shape: "a record with nothing but a name in front of nothing",
    marked: `import { module } from "trivet"«
${posts}»
export const AppModule = module({
  "name": 'app',«
  imports: [PostsModule],»
})
`,
  },
  {
    shape: "an empty list",
    marked: `import { module } from "trivet"«
${posts}»

export const AppModule = module({ name: "app", imports: [«PostsModule»], exports: [] })
`,
  },
  {
    shape: "a list that holds a comment alone",
    marked: `import { module } from "trivet"«
${posts}»

export const AppModule = module({
  name: "app",
  imports: [
    // One for each feature.«
    PostsModule,»
  ],
})
`,
  },
  {
    shape: "comments behind and between the entries",
    marked: `import { module } from "trivet"
${notes} // notes: [1, 2«
${posts}»
${users} // users

export const AppModule = module({
  name: "app", // imports: [Nothing]
  imports: [
    UsersModule, // who
    /* what */ NotesModule«,» // what they write«
    PostsModule»
    // OrdersModule,
  ],
})
`,
  },
  {
    shape: "a comment behind the last entry of a line",
    marked: `import { module } from "trivet"
«${posts}
»${users}
export const AppModule = module({ name: "app", imports: [UsersModule /* who */«, PostsModule»] })
`,
  },
  {
    shape: "several entries on a line, and a bracket behind the last",
    marked: `import { module } from "trivet"
${users}
${notes}«
${posts}»
export const AppModule = module({ name: "app", imports: [ UsersModule,
                                                          NotesModule«, PostsModule» ] })
`,
  },
  {
    shape: "commas first",
    marked: `import { module } from "trivet"
${users}
${notes}«
${posts}»
export const AppModule = module({
    name: "app"
  , imports:
    [ UsersModule
    , NotesModule«
    , PostsModule»
    ]
})
`,
  },
  {
    shape: "calls with brackets among the entries",
    marked: `import { health, module } from "trivet"
«${posts}
»${users}
export const AppModule = module({
  name: "app",
  imports: [
    UsersModule,
    health({
      path: "/health", // ] }
    }),«
    PostsModule,»
  ],
})
`,
  },
  {
    shape: "entries that are spread",
    marked: `import { module } from "trivet"
«${posts}
»${users}
const always = [UsersModule]
export const AppModule = module({ name: "app", imports: [...always,«
PostsModule,»
] })
`,
  },
  {
    shape: "templates, regular expressions and brackets in texts before the record",
    marked: `#!/usr/bin/env node
"use strict"
import { module } from "trivet"
«${posts}
»${users}

const odd = \`imports: [ \${[1, 2].map((n) => \`\${n}}\`).join("]")} \\\` module({ \`
const pattern = /module\\(\\{ imports: [[\\]/]"/g
const half = odd.length / 2 / pattern.lastIndex // "
export const text = "module({ imports: [] })" + 'it\\'s' + half
export const AppModule = module({ name: "app", imports: [UsersModule«, PostsModule»] })
`,
  },
  {
    shape: "another name for module, and a module imported under another name",
    marked: `import { module as make } from "trivet"
«${posts}
»import { UsersModule as Users } from "./users/users-module.ts"
export const AppModule = make({ name: "app", imports: [Users«, PostsModule»] })
`,
  },
  {
    shape: "imported already, under another name, but not entered",
    marked: `import { module } from "trivet"
import { PostsModule as Posts } from "./posts/posts-module.ts"
${users}
export const AppModule = module({ name: "app", imports: [UsersModule«, Posts»] })
export const all = [Posts]
`,
  },
  {
    shape: "several modules in a file, one of them exported",
    marked: `import { module } from "trivet"
«${posts}
»${users}
const Inner = module({ name: "inner", imports: [UsersModule] })
export const AppModule = module({ name: "app", imports: [Inner«, PostsModule»] })
`,
  },
  {
    shape: "several exported modules, one named as the file",
    marked: `import { module } from "trivet"
«${posts}
»${users}
export const AppModule = module({ name: "app", imports: [OtherModule()«, PostsModule»] })
export function OtherModule() { return module({ name: "other", imports: [UsersModule] }) }
`,
  },
  {
    shape: "imports that are not in order, with attributes and types",
    marked: `import { module } from "trivet"
import { UsersModule } from './users/users-module.ts'
import type { Notes } from "./notes/notes-module.ts"
import data from "./data.json" with { type: "json" }
import { NotesModule, type Notes as Same } from "./notes/notes-module.ts"«
${posts}»

export type All = Notes | Same
export const AppModule = module({ name: data.name, imports: [UsersModule, NotesModule«, PostsModule»] })
`,
  },
  {
    shape: "satisfies, and a list that is constant",
    marked: `import { module, type Module } from "trivet"
«${posts}
»${users}
export const AppModule = module({
  name: "app",
  imports: [UsersModule«, PostsModule»] as const satisfies readonly Module[],
}) satisfies Module
`,
  },
  {
    shape: "everything on one line",
    marked: `import { module } from "trivet"; import { UsersModule } from "./users/users-module.ts";« import { PostsModule } from "./posts/posts-module.ts";» export const AppModule = module({name:"app",imports:[UsersModule«, PostsModule»]});
`,
  },
  {
    shape: "a default export, and a comma at the end of a line",
    marked: `import { module } from "trivet"
import { UsersModule } from "./users/users-module.ts"
import { NotesModule } from "./notes/notes-module.ts"«
${posts}»
export const AppModule = module({ name: "app", imports: [UsersModule, NotesModule,« PostsModule,»] })
export default AppModule
`,
  },
]

/** Files that are left alone, with a part of the reason. */
export const refusedParents: readonly (readonly [source: string, reason: string])[] = [
  [`export const AppModule = { name: "app", imports: [] }`, "does not import `module`"],
  [`import { module } from "trivet"\nexport const list = []`, "does not call `module({ … })`"],
  [
    `import { module } from "trivet"\nexport const A = module({ name: "a" })\nexport const B = module({ name: "b" })`,
    "several modules",
  ],
  [
    `import { module } from "trivet"\nimport { base } from "./base.ts"\nexport const AppModule = module({ ...base })`,
    "from elsewhere",
  ],
  [
    `import { module } from "trivet"\nimport { all } from "./all.ts"\nexport const AppModule = module({ name: "app", imports: all })`,
    "not a list",
  ],
  [
    `import { module } from "trivet"\nexport const AppModule = module({ name: "app", imports: [].concat([]) })`,
    "not a list",
  ],
  [
    `import { module } from "trivet"\nexport const AppModule = module({ name: "app", imports() { return [] } })`,
    "not a list",
  ],
  [
    `import { module } from "trivet"\nconst imports = []\nexport const AppModule = module({ name: "app", imports })`,
    "not a list",
  ],
  [
    `import { module } from "trivet"\nimport { PostsModule } from "./other.ts"\nexport const AppModule = module({ name: "app", imports: [] })`,
    "something else",
  ],
  [
    `import { module } from "trivet"\nexport const AppModule = module({ name: "app", imports: [) })`,
    "do not fit",
  ],
  [`import { module } from "trivet"\nexport const AppModule = module({ name: "app })`, "do not fit"],
]
