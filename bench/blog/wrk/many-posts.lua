-- Asks for the posts whose ids stand in a file, in turn.
local requests = {}
local at = 0

function init()
  for id in io.lines(os.getenv("BLOG_BENCH_IDS")) do
    requests[#requests + 1] = wrk.format("GET", wrk.path .. id)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
