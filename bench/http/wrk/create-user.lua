wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"name":"Grace Hopper","email":"grace@example.com","age":85}'
