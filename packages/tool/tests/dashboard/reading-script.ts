/** A script of another site's page that tries every way to read an address; it gives what became of each. */
export function readingScript(url: string): string {
  return `(async () => {
    const url = ${JSON.stringify(url)}
    const outcome = {}
    const attempt = async (name, work) => {
      outcome[name] = await work().catch(() => "rejected")
    }
    const load = (tag, attribute, path) =>
      new Promise((give) => {
        const made = document.createElement(tag)
        if (tag === "link") made.rel = "stylesheet"
        made.addEventListener("load", () => give("loaded"))
        made.addEventListener("error", () => give("rejected"))
        made.setAttribute(attribute, url + path)
        document.body.append(made)
      })
    const listen = () =>
      new Promise((give) => {
        const events = new EventSource(url + "events")
        events.addEventListener("message", () => give("loaded"))
        events.addEventListener("error", () => give("rejected"))
      })
    const frame = () =>
      new Promise((give) => {
        const made = document.createElement("iframe")
        made.addEventListener("load", () => {
          // A rejected page is an error page of the browser, which is of another origin too: count what it has.
          give(made.contentWindow.length === 0 && made.contentDocument === null ? "rejected" : "loaded")
        })
        made.src = url
        document.body.append(made)
      })
    await attempt("fetch", async () => (await fetch(url + "application")).text())
    await attempt("no-cors", async () => (await fetch(url + "application", { mode: "no-cors" })).text())
    const sent = { method: "POST", mode: "no-cors", body: '{"method":"GET","path":"/"}' }
    await attempt("send", async () => (await fetch(url + "send", sent)).text())
    await attempt("script", () => load("script", "src", "page.js"))
    await attempt("img", () => load("img", "src", "modules.svg"))
    await attempt("link", () => load("link", "href", "page.css"))
    await attempt("events", listen)
    await attempt("frame", frame)
    return outcome
  })()`
}
