-- Asks for one path, again and again.
local asked

function init()
  asked = wrk.format("GET", wrk.path)
end

function request()
  return asked
end
