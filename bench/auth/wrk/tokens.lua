-- Shows the tokens of a file in turn: one of them is always warm, and more than a server remembers are always cold.
local requests = {}
local at = 0

function init()
  for token in io.lines(os.getenv("BENCH_TOKENS")) do
    requests[#requests + 1] = wrk.format("GET", wrk.path, { Authorization = "Bearer " .. token })
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
