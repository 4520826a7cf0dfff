-- Asks for 4,096 users in turn, so that nothing is answered from a cache of paths alone.
local requests = {}
local at = 0

function init()
  for id = 1, 4096 do
    requests[id] = wrk.format("GET", wrk.path .. (1000 + id))
  end
end

function request()
  at = at % 4096 + 1
  return requests[at]
end
