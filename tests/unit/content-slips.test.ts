import { expect, test } from 'vitest'
import { PAGE, SHOWN, useMistakes, VIDEO, video, type Mistake } from '../support/mistakes.ts'

const HEAD = 'title: Alumni\ndescription: Who came before.\n'
const TAIL = 'description: Who.\nembed: https://example.org/\n'

const { saidOf } = useMistakes()

/** What a hand slips in, and everything that is said of it. */
const mistakes: readonly Mistake[] = [
  [
    'a field that is indented by one space',
    PAGE,
    'title: Alumni\n description: Who.\nembed: https://example.org/\n',
    '2:2 This line is indented differently from its neighbours. Indent fields that belong together alike.',
  ],
  [
    'an entry’s second field that stands too far right',
    PAGE,
    `${HEAD}tabs:\n  - label: A\n     page: /perks\n  - label: B\n    page: /tools\n`,
    '5:6 This line is indented differently from its neighbours. Indent fields that belong together alike.',
  ],
  [
    'a field further right than its neighbours',
    PAGE,
    `${HEAD}frames:\n  - title: A\n  embed: https://example.org/\n`,
    '5:1 This line is indented differently from its neighbours. Indent fields that belong together alike.',
  ],
  [
    'a colon that was forgotten',
    PAGE,
    `title Alumni\n${TAIL}`,
    '1:1 No field begins here: its name needs a colon and a space after it, such as `title: …`. If the text above goes on, indent this line.',
  ],
  [
    'a space that was forgotten behind the colon',
    PAGE,
    `title:Alumni\n${TAIL}`,
    '1:7 A space is missing after the colon. Write `title: …`, not `title:…`.',
  ],
  [
    'a text that goes on at the beginning of a line',
    PAGE,
    'title: Alumni\ndescription: Who came before\nand after.\nembed: https://example.org/\n',
    '3:1 No field begins here: its name needs a colon and a space after it, such as `title: …`. If the text above goes on, indent this line.',
  ],
  [
    'a field that is written twice',
    PAGE,
    `${SHOWN}title: Again\n`,
    '4:1 This field is written twice. Delete one of the two.',
  ],
  [
    'yes instead of true',
    PAGE,
    `${SHOWN}frame: yes\n`,
    '4:8 “yes” is not known here. Write “true”, or take the line out.',
  ],
  [
    'a field that begins with a capital letter',
    PAGE,
    `Title: Alumni\n${TAIL}`,
    '1:1 `Title` is no field here. Did you mean `title`?',
  ],
  [
    'a field in the wrong place',
    PAGE,
    `${HEAD}tabs:\n  - { label: A, page: /perks, under: /tools }\n  - { label: B, page: /tools }\n`,
    '4:31 `under` is no field here. It belongs to the file as a whole: write it at the beginning of a line.',
  ],
  [
    'a colon in a text',
    PAGE,
    `title: Alumni: all of them\n${TAIL}`,
    '1:8 A text with a colon and a space in it must stand in quotation marks.',
  ],
  [
    'a text that begins with #',
    PAGE,
    `title: #1 Alumni\n${TAIL}`,
    '1:8 After a space a # begins a comment, which nobody reads. Put the text in quotation marks, or a space after the #.',
  ],
  [
    'a # in a text',
    PAGE,
    `title: Cohort #17\n${TAIL}`,
    '1:8 After a space a # begins a comment, which nobody reads. Put the text in quotation marks, or a space after the #.',
  ],
  [
    'a text that begins with @',
    PAGE,
    `title: @lumni\n${TAIL}`,
    '1:8 A text may not begin with this sign. Put the text in quotation marks.',
  ],
  [
    'a text that begins with *',
    PAGE,
    `title: *New* tools\n${TAIL}`,
    '1:8 A text may not begin with this sign. Put the text in quotation marks.',
  ],
  [
    'a text that begins with !',
    PAGE,
    `title: !Important\n${TAIL}`,
    '1:8 A text may not begin with this sign. Put the text in quotation marks.',
  ],
  [
    'a text that begins with [',
    PAGE,
    `title: [Draft] Tools\n${TAIL}`,
    '1:8 A text may not begin with this sign. Put the text in quotation marks.',
  ],
  [
    'a text that begins with a hyphen',
    PAGE,
    `title: - Alumni\n${TAIL}`,
    '1:8 A text may not begin with this sign. Put the text in quotation marks. A list begins on the next line.',
  ],
  [
    'an apostrophe in single quotes',
    PAGE,
    `title: 'Founder's lunch'\n${TAIL}`,
    "1:8 The text ends at its second quotation mark. Write one inside it twice, as in 'Founder''s lunch', or put double ones (\") around the text.",
  ],
  [
    'words behind a quotation',
    PAGE,
    `title: "Alumni" and friends\n${TAIL}`,
    "1:8 The text ends at its second quotation mark, and goes on. Put single ones (') around all of it.",
  ],
  [
    'a quotation mark that nothing closes',
    PAGE,
    `title: 'Alumni\n${TAIL}`,
    '1:8 The quotation mark that opens here is never closed. Write it again at the text’s end.',
  ],
  [
    'a bracket that nothing closes',
    PAGE,
    `${HEAD}tabs:\n  - { label: A, page: /perks\n  - { label: B, page: /tools }\n`,
    '4:5 The bracket that opens here is never closed. Write ] for a [, and } for a {.',
  ],
  [
    'a backslash in double quotes',
    PAGE,
    `title: "Profit\\Damage"\n${TAIL}`,
    "1:15 In double quotation marks a \\ has a meaning. Use single ones (') around the text.",
  ],
  [
    'curly quotes',
    PAGE,
    `title: “Alumni”\n${TAIL}`,
    "1:8 Curly quotes are no quotation marks here, but part of the text. Use straight ones ('), or none.",
  ],
  [
    'curly quotes around a text that needs straight ones',
    PAGE,
    `title: “Alumni: all”\n${TAIL}`,
    "1:8 Curly quotes are no quotation marks here, but part of the text. Use straight ones ('), or none.",
  ],
  [
    'curly quotes around an address',
    PAGE,
    `${HEAD}embed: “https://example.org/”\n`,
    "3:8 Curly quotes are no quotation marks here, but part of the text. Use straight ones ('), or none.",
  ],
  [
    'embed code without quotation marks',
    PAGE,
    `${HEAD}embed: <iframe src="https://a.org/x" style="background: transparent;"></iframe>\n`,
    "3:8 Code has quotation marks of its own. Write it between single ones: embed: '<iframe …>'.",
  ],
  [
    'a link as Markdown writes it',
    PAGE,
    `${HEAD}embed: [Table](https://example.org/)\n`,
    '3:8 This is a link as Markdown writes it. Write the address in its round brackets alone.',
  ],
  [
    'a tab',
    PAGE,
    `${HEAD}tabs:\n\t- { label: A, page: /perks }\n`,
    '4:1 A tab stands where spaces must be. Indent with two spaces.',
  ],
  [
    'a tab in a video’s fields',
    VIDEO,
    video('speakers:\n\t- Ana\n'),
    '5:1 A tab stands where spaces must be. Indent with two spaces.',
  ],
  [
    'a space that was copied from a web page',
    PAGE,
    `title:\u00a0Alumni\n${TAIL}`,
    '1:7 The space here is another sign that only looks like one, as copied text has. Delete it and press the space bar.',
  ],
  [
    'a hyphen without its space',
    VIDEO,
    video('speakers:\n  -Ana\n  -Bo\n'),
    '5:3 A hyphen and a space begin each entry of a list, one below the other. Here this is part of a text.',
  ],
  [
    'one speaker instead of a list',
    VIDEO,
    video('speakers: Ana\n'),
    '4:11 `speakers` must be a list, each entry on a line of its own that begins with “- ”.',
  ],
  [
    'a number instead of a text',
    VIDEO,
    video('duration: 43\n'),
    '4:11 `duration` must be text; put it in quotation marks if it looks like a number.',
  ],
  [
    'a merge that was not finished',
    PAGE,
    `<<<<<<< main\ntitle: A\n=======\ntitle: B\n>>>>>>> edit\n${TAIL}`,
    '1:1 Two versions of this file meet here. Keep the lines of one, and delete the other’s and those of <<<<<<<, ======= and >>>>>>>.',
  ],
  [
    'lines of --- in a page',
    PAGE,
    `---\n${SHOWN}---\n`,
    '5:1 Lines of --- are for Markdown files. Delete it.',
  ],
  [
    'a list instead of fields',
    PAGE,
    '- title: Alumni\n- description: Who.\n',
    '1:1 This file must be a group of fields, each on a line of its own.',
  ],
  [
    'an empty file',
    PAGE,
    '',
    '1:1 The file is empty. Write what its schema asks for, as in the files beside it.',
  ],
  ['nothing: another way to end lines', PAGE, SHOWN.replaceAll('\n', '\r\n')],
  ['nothing: a mark at the beginning, as some editors write', PAGE, `\ufeff${SHOWN}`],
  [
    'another encoding',
    PAGE,
    Buffer.from(`title: Caf\xe9\n${TAIL}`, 'latin1'),
    '1:11 This file is not text in UTF-8, so its letters cannot be read. Save it again with the encoding “UTF-8”, or write it anew.',
  ],
  [
    'an encoding of two bytes a letter',
    PAGE,
    Buffer.from(`\ufeff${SHOWN}`, 'utf16le'),
    '1:1 This file is not text in UTF-8, so its letters cannot be read. Save it again with the encoding “UTF-8”, or write it anew.',
  ],
]

test.for(mistakes)('%s', async ([, file, text, ...said]) => {
  expect(await saidOf(file, text)).toEqual(said)
})
