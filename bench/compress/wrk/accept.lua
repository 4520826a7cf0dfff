-- Accepts the encoding that the bench names; none if it is empty.
local accept = os.getenv("COMPRESS_ACCEPT")
if accept ~= "" then wrk.headers["Accept-Encoding"] = accept end
