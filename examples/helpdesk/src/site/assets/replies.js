// Adds replies to the page of a ticket as they are written. Without this script they are there after a reload.
const list = document.querySelector("ol[data-live]")
const [shortest, longest] = [1_000, 60_000]
let last = Number(list.dataset.last)
let wait = shortest
let source
let timer

function listen() {
  source = new EventSource(`${list.dataset.live}?after=${last}`)
  source.addEventListener("open", () => {
    wait = shortest
  })
  source.addEventListener("reply", ({ lastEventId, data }) => {
    last = Number(lastEventId)
    // Made by the server with the template of the page, where a user's text is escaped.
    list.insertAdjacentHTML("beforeend", data)
  })
  source.addEventListener("error", () => {
    // After a lost connection the browser connects again by itself, after a reply such as 503 it does not.
    if (source.readyState !== EventSource.CLOSED) return
    timer = setTimeout(listen, wait)
    wait = Math.min(wait * 2, longest)
  })
}

// Only while somebody can see it: over HTTP/1.1 a browser has six connections for all tabs of a site.
function follow() {
  clearTimeout(timer)
  source?.close()
  if (!document.hidden) listen()
}

document.addEventListener("visibilitychange", follow)
follow()
