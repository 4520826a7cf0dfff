/** A part of the site: an entry of the bar at the top, and a side bar. */
interface Part {
  readonly title: string
  /** The page that the bar links to; a part without one is not in the bar. */
  readonly landing?: string
  /** The first folder of the addresses of its pages. */
  readonly folders: readonly string[]
  /** Its sections of docs/README.md. */
  readonly sections: readonly string[]
}

/** The parts of the site. `site/tests/site.test.ts` checks that each section belongs to one of them. */
export const parts: readonly Part[] = [
  {
    title: "Start",
    landing: "docs/start/README.md",
    folders: ["start", "tutorial"],
    sections: ["Start", "Tutorial"],
  },
  {
    title: "Learn",
    landing: "docs/learn/README.md",
    folders: ["learn", "platforms"],
    sections: ["Learn", "Platforms"],
  },
  { title: "Build", landing: "docs/build/README.md", folders: ["build"], sections: ["Build"] },
  { title: "Run", landing: "docs/run/README.md", folders: ["run"], sections: ["Run"] },
  {
    title: "Compare",
    landing: "docs/why/README.md",
    folders: ["why", "come-from"],
    sections: ["Come from", "Why"],
  },
  {
    title: "Reference",
    landing: "docs/reference/README.md",
    folders: ["reference", "packages"],
    sections: ["Reference", "Packages"],
  },
  { title: "Project", folders: ["examples", "project"], sections: ["Examples", "Project"] },
]
