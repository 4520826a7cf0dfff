import { spawn } from "node:child_process"

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
}

/** Opens an address in the browser of the system. Resolves with whether that worked. */
export function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"]
  return new Promise((tell) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true })
    child.on("error", () => tell(false)).on("exit", (code) => tell(code === 0))
    child.unref()
  })
}
