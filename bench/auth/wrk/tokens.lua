-- Shows the tokens of a file in turn: one of them is always warm, and more than a server remembers are always cold.
local requests = {}
local at = 0

function init()
  for token in io.lines(os.getenv("BENCH_TOKENS")) do
    requests[#requests + 1] = wrk.format("GET", wrk.path, { Authorization = "Bearer " .. token })
  end
  -- Elsewhere each time, or a round would begin with the tokens of the last one.
  math.randomseed(os.time())
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end
