import { createHash } from 'node:crypto'
import { Html } from './html.ts'

const css = `
:root {
  --ground: oklch(0.985 0.006 85); --sheet: oklch(1 0 0); --ink: oklch(0.25 0.02 60); --quiet: oklch(0.46 0.02 60);
  --line: oklch(0.9 0.012 75); --accent: oklch(0.45 0.1 170);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(0.19 0.012 60); --sheet: oklch(0.23 0.014 60); --ink: oklch(0.94 0.01 80);
    --quiet: oklch(0.74 0.016 75); --line: oklch(0.33 0.016 60); --accent: oklch(0.8 0.1 170);
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.55 ui-sans-serif, system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 3rem) 1.25rem; display: grid; gap: 1.75rem; }
main > * { min-width: 0; }
header { display: grid; gap: 0.5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 0.875rem; font-weight: 600; color: var(--quiet); margin-bottom: 0.5rem; }
header p, .empty, .excerpt, time, dt { color: var(--quiet); }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
.messages { list-style: none; padding: 0; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.75rem; overflow: hidden; }
.messages li + li { border-top: 1px solid var(--line); }
.messages a { display: grid; grid-template-columns: 1fr auto; gap: 0.15rem 1rem; padding: 0.9rem 1.1rem; color: inherit; text-decoration: none; }
.messages a:hover .subject { color: var(--accent); text-decoration: underline; }
.messages a:focus-visible { outline-offset: -3px; }
.to, time, .excerpt { font-size: 0.875rem; }
.subject, .excerpt { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.to { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.subject { font-weight: 600; }
.empty { padding: 2.5rem 1.25rem; text-align: center; border: 1px dashed var(--line); border-radius: 0.75rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.15rem 1rem; font-size: 0.9375rem; overflow-wrap: anywhere; }
dd { margin: 0; }
iframe { display: block; width: 100%; height: max(100dvh, 58rem); border: 1px solid var(--line); border-radius: 0.75rem; background: white; }
pre { padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--sheet); font: 0.875rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; font-size: 0.875rem; font-weight: 600; color: var(--quiet); width: fit-content; }
details[open] summary { margin-bottom: 0.5rem; }
`

/**
 * The style sheet of the mailbox's pages, and the source that allows it in their content security policy. The element
 * is whole, because a space beside the sheet would be one more character than the hash was made of.
 */
export const styles = new Html(`<style>${css}</style>`)
export const styleSource = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
