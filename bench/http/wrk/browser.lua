-- What a browser sends: its headers and cookies, to 200 collections and their members; one request in five finds no route.
-- BENCH_PARTS selects headers, cookies and misses. The servers' test reads the headers from here: one a line.
wrk.headers["Accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
wrk.headers["Accept-Encoding"] = "gzip, deflate, br, zstd"
wrk.headers["Accept-Language"] = "en-GB,en;q=0.9,de;q=0.8"
wrk.headers["Cache-Control"] = "max-age=0"
wrk.headers["Referer"] = "https://shop.example/things-1?sort=newest&page=2"
wrk.headers["Sec-Fetch-Dest"] = "document"
wrk.headers["Sec-Fetch-Mode"] = "navigate"
wrk.headers["Sec-Fetch-Site"] = "same-origin"
wrk.headers["Sec-Fetch-User"] = "?1"
wrk.headers["Upgrade-Insecure-Requests"] = "1"
wrk.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
wrk.headers["Cookie"] = "session_id=8f14e45fceea167a5a36dedd4bea2543; theme=dark; consent=necessary.statistics; visitor=GA1.2.1043875329.1760000000; visit=GS2.1.s1760000000$o3$g1$t1760000123$j41; cart=eyJpdGVtcyI6W3siaWQiOjcsIm4iOjJ9XX0; recently_viewed=17,42,108,204; ab=checkout-b"

local parts = os.getenv("BENCH_PARTS") or "headers,cookies,misses"
local collections = tonumber(os.getenv("BENCH_COLLECTIONS") or "200")
local hasMisses = parts:find("misses") ~= nil
local hasOthers = parts ~= "misses"
for name in pairs(wrk.headers) do
  local part = name == "Cookie" and "cookies" or "headers"
  if name ~= "Host" and parts:find(part) == nil then wrk.headers[name] = nil end
end

local misses = { "/things-%d/%d/reviews", "/things%d-%d", "/assets/app-%d-%d.js", "/wp-login.php?%d=%d", "/.env-%d-%d" }
local requests = {}
local at = 0

function init()
  for number = 1, 4000 do
    local collection = math.floor(number / 5) % collections
    local path = "/things-" .. collection .. "/" .. (1000 + number)
    if hasMisses and (number % 5 == 0 or not hasOthers) then path = string.format(misses[math.floor(number / 5) % 5 + 1], collection, number)
    elseif number % 5 == 1 then path = "/things-" .. collection end
    requests[number] = wrk.format("GET", path)
  end
end

function request()
  at = at % 4000 + 1
  return requests[at]
end
