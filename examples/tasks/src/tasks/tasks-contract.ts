import { contract, dto, list, type OutputOf } from "trivet"

export const Task = dto({ id: "required,integer", title: "required", done: "required,boolean" })
export type Task = OutputOf<typeof Task>

export const NewTask = dto({ title: "required,line,max=200; What is to be done" })
const Change = dto({ done: "required,boolean" })
const Id = dto({ id: "required,integer,min=1" })
const Failure = dto({ error: "required" })

export const Tasks = contract({
  index: {
    method: "GET",
    path: "/tasks",
    accepts: { query: dto({ open: "boolean,default=false" }) },
    returns: { 200: list(Task) },
  },
  create: { method: "POST", path: "/tasks", accepts: { body: NewTask }, returns: { 201: Task } },
  update: {
    method: "PATCH",
    path: "/tasks/:id",
    accepts: { params: Id, body: Change },
    returns: { 200: Task, 404: Failure },
  },
})
