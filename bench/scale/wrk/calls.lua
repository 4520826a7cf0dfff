-- Makes the call that the environment describes, again and again.
wrk.method = os.getenv("SCALE_METHOD")
wrk.body = os.getenv("SCALE_BODY")
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = os.getenv("SCALE_AUTHORIZATION")
