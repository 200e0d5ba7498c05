import { expect, test } from 'vitest'
import { collectNames, type Names, parseSheet, usedRules } from '../../integrations/styles/used-rules.ts'

const HTML = `<main id="content" class="group/nav lg:flex hover:bg-ink/5"><a class="nav-entry" href="/">x</a></main>`

test.each([
  ['a class that is there', '.nav-entry{color:red}', true],
  ['a class that is not', '.tooltip{color:red}', false],
  ['an element and an id', 'main#content{color:red}', true],
  ['an element that is not there', 'video{color:red}', false],
  ['an escaped name', String.raw`.lg\:flex{display:flex}`, true],
  ['an escaped name with a state', String.raw`.hover\:bg-ink\/5:hover{color:red}`, true],
  [
    'a state, an attribute and what is negated',
    '.nav-entry[aria-current]:not(.other):focus{color:red}',
    true,
  ],
  [
    'what another element has inside',
    String.raw`a:is(:where(.group\/nav):has(:is(video:not([open]))) *){color:red}`,
    true,
  ],
  ['one that is there and another that is not', '.nav-entry .tooltip{color:red}', false],
])('%s: kept or left out', (_, css, isKept) => {
  expect(usedRules(parseSheet(css), namesOf(HTML)) !== '').toBe(isKept)
})

test('of a list of selectors those that can match stay', () => {
  expect(usedRules(parseSheet('.tooltip,a,video{color:red}'), namesOf(HTML))).toBe('a{color:red}')
})

test('properties, animations and their rules stay as long as something refers to them', () => {
  const css = `:root{--a:var(--b);--b:1;--c:2}@property --c{syntax:"*";inherits:false}
    @keyframes spin{to{rotate:1turn}}@keyframes fade{to{opacity:0}}
    @media (width>1px){.tooltip{color:red}}a{width:var(--a);animation:spin 1s}`
  const used = usedRules(parseSheet(css), namesOf(HTML))
  expect(used).toContain('--a:var(--b);--b:1')
  expect(used).toContain('@keyframes spin')
  for (const gone of ['--c', 'fade', '@media']) expect(used).not.toContain(gone)
})

function namesOf(html: string): Names {
  const names: Names = { classes: new Set(), ids: new Set(), tags: new Set(['html']) }
  collectNames(html, names)
  return names
}
