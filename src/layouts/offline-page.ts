import { inlineHash } from './inline-hash.ts'

/** The page that shows while nothing answers: a document without other files or a member’s data. */
export function offlinePage(brand: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'self'; style-src '${inlineHash(STYLE)}'; script-src '${inlineHash(SCRIPT)}'">
<title>We can’t reach ${brand}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${PAPER.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PAPER.dark}" media="(prefers-color-scheme: dark)">
<style>${STYLE}</style>
</head>
<body>
<main>
<svg viewBox="0 0 24 24" width="56" height="56" fill="none" aria-hidden="true"><path d="M2.5 9.5 12 4l9.5 5.5M5 9v11M19 9v11M5 16.5h14" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/><circle cx="12" cy="12.2" r="2.1"/></svg>
<h1>We can’t reach ${brand}</h1>
<p>You may be offline, or ${brand} is away for a moment. We’ll keep trying.</p>
<h2>What still works</h2>
<ul>
<li>Pages you have open in other tabs.</li>
<li>Your notes and progress. We’ll save them once we reach ${brand}.</li>
</ul>
<a href="">Try again</a>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}

export const PAPER = { light: '#fcfaf6', dark: '#0d1418' }

const STYLE = `:root{color-scheme:light dark;--ink:#182229;--soft:#515c63;--accent:#00696f;--on:#fcfaf6;--sun:#e5543c}
@media (prefers-color-scheme:dark){:root{--ink:#efece6;--soft:#a2acb2;--accent:#5bc4c9;--on:#04171c;--sun:#ff7a62}}
body{margin:0;min-height:100dvh;display:grid;place-content:center;background:${PAPER.light};color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
@media (prefers-color-scheme:dark){body{background:${PAPER.dark}}}
main{max-width:26rem;padding:2rem 1.25rem}
path{stroke:var(--accent)}circle{fill:var(--sun)}
h1{margin:1.5rem 0 0;font:560 1.75rem/1.15 Georgia,serif}
h2{margin:1.5rem 0 0;font-size:1rem}
p{margin:.75rem 0 0;color:var(--soft)}
ul{margin:.5rem 0 0;padding-left:1.25rem;color:var(--soft)}
li{margin-top:.25rem}
a{display:inline-grid;place-items:center;min-height:2.75rem;margin-top:2rem;padding:0 1.25rem;border-radius:.625rem;background:var(--accent);color:var(--on);font-size:.875rem;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (forced-colors:active){a{border:1px solid}}`

const SCRIPT = `const tryAgain=()=>fetch('/favicon.svg',{method:'HEAD',cache:'no-store'}).then(()=>location.reload(),()=>{});addEventListener('online',tryAgain);setInterval(tryAgain,5000)`
