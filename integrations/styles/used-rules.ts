import postcss, { type AtRule, type Container, type Root, type Rule } from 'postcss'

/** What HTML can be styled by. Attributes and pseudo-classes change while a page is open, so they decide nothing. */
export interface Names {
  classes: Set<string>
  ids: Set<string>
  tags: Set<string>
}

const START_TAG = /<([a-z][a-z0-9-]*)((?:\s+[^\s"'>=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi
const ATTRIBUTE = /\s(class|id)="([^"]*)"/g

/** Adds what stands in this page. */
export function collectNames(html: string, names: Names): void {
  // Pages say the same thing many times.
  const values = { class: new Set<string>(), id: new Set<string>() }
  for (const [, tag = '', attributes = ''] of html.matchAll(START_TAG)) {
    names.tags.add(tag.toLowerCase())
    for (const [, name, value = ''] of attributes.matchAll(ATTRIBUTE))
      values[name as 'class' | 'id'].add(value)
  }
  for (const value of values.class) for (const word of wordsIn(value)) names.classes.add(word)
  for (const value of values.id) for (const word of wordsIn(value)) names.ids.add(word)
}

function wordsIn(value: string): string[] {
  return decode(value).split(/\s+/)
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

/** The rules of a style sheet that can match HTML with these names, in their order, with what they refer to. */
export function usedRules(sheet: Root, names: Names): string {
  const used = sheet.clone()
  used.walkComments((comment) => void comment.remove())
  used.walkRules((rule) => {
    if (isKeyframe(rule)) return
    const selectors = rule.selectors.filter((selector) => canMatch(selector, names))
    if (selectors.length === 0) rule.remove()
    else rule.selectors = selectors
  })
  dropUnreferenced(used)
  dropEmpty(used)
  return used.toString()
}

function isKeyframe({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')
}

const ESCAPED = String.raw`(?:[\w\u0080-\uffff-]|\\[0-9a-fA-F]{1,6}\s?|\\.)+`
const NAME = new RegExp(String.raw`([.#]?)(${ESCAPED})`, 'gu')
/** `:not(.x)` needs no x; what `:is(…)` and `:where(…)` list are alternatives, and rare enough to be kept. */
const INNERMOST = /\([^()]*\)/g
const PSEUDO = /:{1,2}[\w-]+/g
const ATTRIBUTES = /\[[^\]]*\]/g

function canMatch(selector: string, { classes, ids, tags }: Names): boolean {
  // What is escaped is part of a name, brackets and colons too.
  const plain = selector.replace(/\\[[\]():]/g, (sign) => `\\${(sign.codePointAt(1) ?? 0).toString(16)} `)
  let bare = plain.replace(ATTRIBUTES, '')
  for (let before = ''; before !== bare;) {
    before = bare
    bare = bare.replace(INNERMOST, '')
  }
  for (const [, sign, name = ''] of bare.replace(PSEUDO, '').matchAll(NAME)) {
    const text = unescapeName(name)
    const known = sign === '.' ? classes : sign === '#' ? ids : tags
    if (!known.has(sign ? text : text.toLowerCase())) return false
  }
  return true
}

function unescapeName(name: string): string {
  return name.replace(
    /\\([0-9a-fA-F]{1,6})\s?|\\(.)/g,
    (_, hex: string | undefined, sign: string | undefined) =>
      hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (sign ?? ''),
  )
}

/** Custom properties that nothing reads, animations that nothing plays. Goes on until nothing more falls out. */
function dropUnreferenced(sheet: Root): void {
  for (let before = -1; before !== sheet.toString().length;) {
    const text = sheet.toString()
    before = text.length
    const read = new Set(text.match(/(?<=var\(\s*)--[\w-]+/g))
    sheet.walkDecls(/^--/, (declaration) => {
      if (!read.has(declaration.prop)) declaration.remove()
    })
    sheet.walkAtRules((rule) => {
      if (rule.name === 'property' && !read.has(rule.params)) rule.remove()
      if (rule.name === 'keyframes' && !isPlayed(text, rule.params)) rule.remove()
    })
  }
}

function isPlayed(text: string, name: string): boolean {
  return new RegExp(String.raw`animation(?:-name)?:[^;}]*\b${name}\b|--[\w-]+:[^;}]*\b${name}\b`).test(text)
}

function dropEmpty(sheet: Root): void {
  const isEmpty = (node: Container) => node.nodes?.length === 0
  sheet.walk((node) => {
    for (let one: Container | undefined = node as Container; one && one.type !== 'root' && isEmpty(one);) {
      const parent = one.parent as Container | undefined
      one.remove()
      one = parent
    }
  })
}

export const parseSheet = (css: string): Root => postcss.parse(css)
