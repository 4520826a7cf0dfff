/** The style of the error page in development. It contains no values, so it cannot be used for injection. */
export const developmentStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #16171a);
  --card: light-dark(#ffffff, #1e2024);
  --ink: light-dark(#1d1f23, #e9e7e2);
  --dim: light-dark(#6d7078, #979aa3);
  --line: light-dark(#e4e1db, #32353b);
  --red: light-dark(#b3261e, #ff8a80);
  --mark: light-dark(#fde8e6, #43211f);
  --green: light-dark(#146c43, #7fd6a5);
  --calm: light-dark(#e9f5ee, #17291f);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
  background: var(--paper);
  color: var(--ink);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: clamp(1rem, 4vw, 3rem); }
code, pre, .kind span { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, monospace; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
header { border-left: 4px solid var(--red); padding-left: clamp(0.8rem, 2vw, 1.4rem); margin-bottom: 1.8rem; }
.call { margin: 0; color: var(--dim); }
.call b { color: var(--red); }
.call code { margin-left: 0.4em; color: var(--ink); }
h1 { font-size: clamp(1.35rem, 3.4vw, 2rem); line-height: 1.25; margin: 0.35rem 0 0.6rem; text-wrap: pretty; }
h1, .message { overflow-wrap: anywhere; white-space: pre-wrap; }
h2 { font-size: 0.85rem; letter-spacing: 0.06em; text-transform: uppercase; color: var(--dim); margin: 2rem 0 0.6rem; }
.kind { margin: 0; display: flex; flex-wrap: wrap; gap: 0.4rem; }
.kind span { font-size: 0.8rem; padding: 0.1rem 0.55rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--dim); overflow-wrap: anywhere; }
.kind .code { color: var(--red); border-color: currentColor; }
.fix { background: var(--calm); border-radius: 0.5rem; padding: 0.8rem 1rem; margin: 0 0 1.2rem; overflow-wrap: anywhere; }
.fix b { color: var(--green); margin-right: 0.4em; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; }
figcaption { padding: 0.5rem 1rem; border-bottom: 1px solid var(--line); color: var(--dim); font: 0.85rem ui-monospace, Menlo, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: 0.6rem 0; overflow-x: auto; font-size: 0.875rem; line-height: 1.6; tab-size: 2; }
pre > * { display: block; width: max-content; min-width: 100%; padding-right: 1rem; white-space: pre; color: inherit; background: none; }
pre i { display: inline-block; width: 3.6rem; padding-right: 1rem; text-align: right; font-style: normal; color: var(--dim); user-select: none; }
pre mark { background: var(--mark); box-shadow: inset 3px 0 var(--red); }
pre mark i { color: var(--red); font-weight: 600; }
.cause { margin-left: clamp(0rem, 2vw, 1.4rem); padding-left: clamp(0.8rem, 2vw, 1.4rem); border-left: 2px solid var(--line); }
.cause .message { font-size: 1.1rem; font-weight: 600; margin: 0 0 0.4rem; }
.cause .kind { margin-bottom: 0.8rem; }
ol { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.4rem 1rem; border-left: 3px solid transparent; overflow-wrap: anywhere; }
li + li { border-top: 1px solid var(--line); }
li span { min-width: 0; }
.own { border-left-color: var(--red); font-weight: 600; }
.package { color: var(--ink); }
.trivet, .runtime { color: var(--dim); font-size: 0.85rem; padding-block: 0.15rem; opacity: 0.85; }
footer { margin-top: 2rem; font-size: 0.85rem; color: var(--dim); }
@media (max-width: 40rem) {
  pre i { width: 2.8rem; padding-right: 0.7rem; }
  figcaption, li { padding-inline: 0.8rem; }
}
`
