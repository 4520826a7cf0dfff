wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"email":"ada@example.com","password":"correct horse"}'
