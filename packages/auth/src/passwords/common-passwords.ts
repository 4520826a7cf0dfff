/**
 * The words that passwords most often consist of, in lower case: words and names that lead published counts of leaked
 * passwords, and rows of keys. Passwords of digits alone and rows of keys that follow a pattern are not listed here.
 * The words are English, with only the best known words of other languages.
 */
const words = `
password passwort passw0rd pass passwd passcode passphrase mypassword yourpassword thepassword newpassword oldpassword
secret topsecret mysecret letmein letmeinn letmein1 openup opensesame sesame welcome welcomeback welcomehome hello
hellohello helloworld hellothere hi hithere admin administrator administrador adminadmin root rootroot toor sysadmin
superuser superadmin user username users guest default changeme changeit change changenow temp temporary temppass test
tester testing testtest testuser testpass demo example sample system server service support manager master mastermind
oracle cisco linux ubuntu windows microsoft apple google facebook twitter instagram youtube amazon netflix linkedin
myspace yahoo hotmail gmail outlook android iphone samsung nokia motorola sony toshiba lenovo dell intel nvidia
monkey dragon tiger lion eagle falcon hawk phoenix panther jaguar cheetah cougar wolf wolves bear bulldog puppy kitty
kitten cat cats dog dogs doggy doggie horse horses dolphin dolphins shark spider scorpion snake butterfly turtle rabbit
bunny chicken rooster buffalo bronco broncos mustang stallion pony unicorn dinosaur penguin panda koala
football baseball basketball softball soccer hockey tennis golf golfer golfing swimming running skiing racing rugby
cricket wrestling boxing karate ninja samurai warrior warriors knight knights soldier hunter hunting fishing fisherman
yankees cowboys lakers steelers raiders packers redsox redskins eagles giants patriots chargers falcons bears bulls
celtics rangers dodgers mets braves liverpool arsenal chelsea manchester manutd everton barcelona realmadrid juventus
superman batman spiderman ironman wolverine hulk avengers joker captain hero superhero starwars startrek jedi skywalker
vader darthvader yoda matrix neo trinity morpheus gandalf frodo legolas aragorn merlin wizard magic magician pokemon
pikachu naruto goku dragonball zelda mario luigi nintendo playstation xbox minecraft fortnite roblox warcraft starcraft
diablo halo doom quake counterstrike
iloveyou iloveu iloveme iloveyou1 iloveyou2 loveyou loveme lovely lover lovers love loveone lovelove mylove truelove
forever foreverlove always together kiss kisses hug hugs heart hearts sweetheart sweetie sweet honey baby babygirl
babyboy babe darling angel angels angelina princess prince queen king kingdom duchess princesa hottie sexy sexygirl
cutie cutiepie beautiful beauty pretty gorgeous handsome girl girls boy boys lady ladies gentleman friend friends
bestfriend friendship family mother father mommy daddy mummy mom dad mama papa sister brother grandma grandpa wife
husband daughter son children
sunshine sunny sunset sunrise moonlight moon star stars starlight rainbow summer winter spring autumn snow snowflake
snowball snowman rain raindrop thunder lightning storm hurricane tornado ocean river mountain forest flower flowers
rose roses lily daisy tulip orchid violet jasmine garden paradise heaven hell earth world planet universe galaxy
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december christmas halloween easter birthday holiday vacation weekend party
red blue green yellow orange purple pink black white silver golden gold diamond crystal pearl ruby emerald sapphire
chocolate cookie cookies cheese banana apples cherry strawberry peaches pumpkin coffee pepper ginger sugar candy
cupcake muffin pizza burger bacon butter peanut whiskey vodka tequila corona budlight heineken guinness
michael michelle jennifer jessica jordan ashley amanda andrew anthony daniel david joshua matthew robert richard
william thomas charles joseph christopher chris james john jonathan george edward brian kevin jason justin brandon
tyler taylor hannah nicole samantha sarah elizabeth victoria alexander alexandra alexis alex andrea angela anna
anne barbara patricia linda karen susan nancy lisa margaret sandra maria mary martin maggie max charlie buster bailey
cooper rocky lucky shadow smokey sparky ginger harley jackson lauren megan rachel rebecca stephanie heather melissa
crystal tiffany natalie natasha olivia sophia sophie emma emily isabella madison chelsea brittany courtney vanessa
patrick peter philip phillip ronald donald trump obama clinton kennedy jesus christ jesuschrist god godisgood faith
hope grace blessed blessing church bible angelo antonio carlos fernando francisco diego miguel pedro ricardo roberto
hello123 abc abcd abcde abcdef abcdefg alphabet letters number numbers digits
qwerty qwertz azerty qwert qwertyui asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
qweasdzxc zaq zaqxsw wasd wsxedc
computer laptop internet network keyboard mouse monitor printer software hardware developer programmer hacker hacked
security secure private public access access14 login logon signin signup enter entrance exit open close
money cash dollar dollars million millionaire rich business company office boss work worker job jobs school student
students teacher college university freedom liberty america american usa england london london2 paris france germany
berlin italy spain canada mexico brazil india china japan russia australia texas california florida newyork boston
chicago dallas denver houston miami phoenix seattle vegas hollywood
mercedes porsche ferrari lamborghini bmw audi toyota honda nissan mazda subaru chevy chevrolet corvette camaro ford
dodge jeep harleydavidson yamaha suzuki kawasaki ducati motorcycle bigdog bigdaddy biteme blahblah blink bond
bondjames jamesbond bubba bubbles asshole bitch bullshit fuck fucker fucking fuckme fuckoff fuckyou motherfucker shit
penis pussy sex sexsex nipples porn horny boobs dick cock cunt slut whore damn bastard
metallica slipknot nirvana eminem tupac beatles elvis marley bobmarley madonna beyonce rihanna bieber justinbieber
onedirection music musica guitar guitarist drummer drums piano singer dancer dance dancing rock rocknroll rockstar
punk metal hiphop rap rapper
genius einstein newton science history nothing something anything everything nobody somebody whatever whatsup trustno
trustme trust believe dreamer dream dreams destiny fantasy mystery legend legends champion winner victory success
power powerful energy fire firefighter fireman police officer doctor nurse pilot captain sailor marine marines army
navy airforce ranger sniper killer assassin zombie vampire ghost demon devil satan lucifer monster
internet1 qwe asd zxc aaa bbb iii ooo xxx zzz access1 azertyuiop qwertyuiop poiuytrewq lkjhgfdsa mnbvcxz
contrasena contraseña senha motdepasse parola parole haslo heslo jelszo salasana losenord wachtwoord geheim hallo
hallowelt bonjour salut amour jetaime teamo amor amore tequiero estrella mariposa corazon chocolat soleil doudou
loulou marseille schatz schalke bayern dortmund kaiser sommer sonne sunflower
`

/** The words, for lookup. */
export const commonWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
