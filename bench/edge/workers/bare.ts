export default {
  fetch(request: Request): Response {
    const { pathname } = new URL(request.url)
    return pathname === "/hello/ada"
      ? Response.json({ hello: "ada" })
      : Response.json({ error: "Not Found" }, { status: 404 })
  },
}
