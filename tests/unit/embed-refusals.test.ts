import { describe, expect, test } from 'vitest'
import { matchEmbed } from '#src/embeds/match.ts'

const AIRTABLE =
  'Paste the share link of a view or form (in Airtable: “Share and sync” above the view, then “Create link”; it has “shr” in it) instead.'
const CALENDAR =
  'Paste the calendar’s public address (in Google Calendar: Settings, the calendar, “Integrate calendar”, “Public address in iCal format”; it must be shared with the public) instead.'
const DOCUMENT =
  'Paste the document’s link (in Google Docs: “Share”, “Anyone with the link”, “Copy link”) instead.'
const SHEET =
  'Paste the spreadsheet’s link (in Google Sheets: “Share”, “Anyone with the link”, “Copy link”) instead.'
const DRIVE =
  'Paste the link of one folder or file (in Google Drive: “Share”, “Anyone with the link”, “Copy link”) instead.'
const FORM =
  'Paste the form’s link (in Google Forms: “Send”, the link sign, with “Shorten URL” off; it ends in /viewform) instead.'
const VIDEO = 'Paste the link of one video or playlist (on YouTube: “Share”, “Copy”) instead.'
const TYPEFORM = 'Paste the form’s link (in Typeform: “Share”, “Copy link”; it has “/to/” in it) instead.'
const NOTION =
  'Paste the published page’s link (in Notion: “Share”, “Publish”, then “Copy site link”; it is at notion.site) instead.'
const MIRO =
  'Paste the board’s link (in Miro: “Share”, “Copy board link”; it has “/app/board/” in it) instead.'
const WHOLE = 'Paste a whole address that begins with https:// instead.'
const PUBLIC = 'Paste an address everybody’s browser can open instead.'

/** What people paste by mistake, what the build says it is, and what to paste. */
const wrong: readonly [pasted: string, is: string, remedy: string][] = [
  [
    'https://airtable.com/appZ9y8X7w6V5u4T3',
    'an Airtable base, which only its collaborators can open',
    AIRTABLE,
  ],
  [
    'https://airtable.com/appZ9y8X7w6V5u4T3/tblQ9w8E7r6T5y4U3/viwM1n2B3v4C5x6Z7?blocks=hide',
    'an Airtable base, which only its collaborators can open',
    AIRTABLE,
  ],
  [
    'https://airtable.com/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7',
    'a page of an Airtable interface, which only people invited to it can open',
    AIRTABLE,
  ],
  ['https://airtable.com/invite/l?inviteId=invX', 'an invitation to an Airtable base', AIRTABLE],
  ['https://airtable.com/universe/expA/crm', 'no shared view or form of Airtable', AIRTABLE],
  ['https://calendar.google.com/calendar/u/0/r/week', 'Google Calendar as its owner sees it', CALENDAR],
  ['https://calendar.google.com/calendar/u/0/r?cid=!!!', 'Google Calendar as its owner sees it', CALENDAR],
  [
    'https://calendar.google.com/calendar/u/0/r/eventedit/abc',
    'a single event of a Google Calendar',
    CALENDAR,
  ],
  ['https://www.google.com/calendar/event?eid=abc', 'a single event of a Google Calendar', CALENDAR],
  ['https://calendar.app.google/aBcDeF', 'a short link, which only Google can resolve', CALENDAR],
  [
    'https://calendar.google.com/calendar/ical/a%40example.org/private-0f1e2d/basic.ics',
    'the private address of a calendar, which lets anybody who has it read everything',
    CALENDAR,
  ],
  [
    'https://calendar.google.com/calendar/u/0/appointments',
    'no appointment schedule anybody can book',
    'Paste the link of its booking page instead.',
  ],
  ['https://docs.google.com/document/u/0/', 'no document but the list of them', DOCUMENT],
  ['https://docs.google.com/document/d/1aBcD_eFg-H/export?format=pdf', 'a download of a document', DOCUMENT],
  ['https://docs.google.com/spreadsheets/', 'no spreadsheet but the list of them', SHEET],
  [
    'https://docs.google.com/spreadsheets/d/1sHeEt_Id/export?format=csv',
    'a download or a copy of a spreadsheet',
    SHEET,
  ],
  [
    'https://docs.google.com/presentation/u/0/',
    'no presentation but the list of them',
    'Paste the presentation’s link (in Google Slides: “Share”, “Anyone with the link”, “Copy link”) instead.',
  ],
  ['https://drive.google.com/drive/my-drive', 'Google Drive as its owner sees it', DRIVE],
  ['https://drive.google.com/drive/u/1/shared-with-me', 'Google Drive as its owner sees it', DRIVE],
  ['https://drive.google.com/open', 'Google Drive as its owner sees it', DRIVE],
  ['https://forms.gle/aBcDeFgHiJk', 'a short link, which only Google can resolve', FORM],
  ['https://docs.google.com/forms/d/1fOrM_Id/edit', 'the form as its owner edits it', FORM],
  ['https://docs.google.com/forms/d/1fOrM_Id/viewanalytics', 'the summary of a form’s answers', FORM],
  ['https://docs.google.com/forms/u/0/', 'no form but the list of them', FORM],
  ['https://www.youtube.com/@lanai', 'a channel, which YouTube lets nobody frame', VIDEO],
  ['https://www.youtube.com/channel/UCabc', 'a channel, which YouTube lets nobody frame', VIDEO],
  ['https://www.youtube.com/clip/Ugkx', 'a clip, which has no number of its own to play', VIDEO],
  ['https://studio.youtube.com/video/abcdefghijk/edit', 'a video as its owner edits it', VIDEO],
  ['https://www.youtube.com/results?search_query=pitch', 'no video of YouTube', VIDEO],
  ['https://www.youtube.com/playlist', 'no playlist of YouTube', VIDEO],
  ['https://youtu.be/abc', 'no video of YouTube, whose number has eleven letters and digits', VIDEO],
  ['https://admin.typeform.com/form/Ab12Cd34/create', 'the form as its owner edits it', TYPEFORM],
  ['https://www.typeform.com/templates/', 'no form of Typeform', TYPEFORM],
  [
    'https://www.notion.so/lanai/Perks-0123456789abcdef0123456789abcdef',
    'a Notion page that only its workspace can open',
    NOTION,
  ],
  [
    'https://lanai.notion.site/',
    'a Notion site without the page’s number',
    'Paste the code of “Embed this page” (in Notion: “Share”, “Publish”) instead.',
  ],
  ['https://miro.com/app/dashboard/', 'no board of Miro', MIRO],
  ['https://miro.com/welcomeonboard/abc', 'an invitation to a Miro board', MIRO],
  [
    'http://example.org/page',
    'an address that is not encrypted',
    'Paste it with https://, or a whole address that begins with https:// instead.',
  ],
  ['javascript:alert(1)', 'no page but a “javascript:” address', WHOLE],
  ['data:text/html,<h1>Hi</h1>', 'no page but a “data:” address', WHOLE],
  ['webcal://example.org/a.ics', 'no page but a “webcal:” address', WHOLE],
  ['/leaderboard', 'no whole address', WHOLE],
  ['example.org/page', 'no whole address', WHOLE],
  ['', 'no whole address', WHOLE],
  ['shrA1b2C3d4E5f6G7', 'no whole address', WHOLE],
  [
    'https://admin:hunter2@example.org/',
    'an address with a name or password in it',
    'Paste it without them instead.',
  ],
  ['https://127.0.0.1:8080/', 'an address of one network only', PUBLIC],
  ['https://0x7f000001/', 'an address of one network only', PUBLIC],
  ['https://169.254.169.254/latest/', 'an address of one network only', PUBLIC],
  ['https://[::1]/', 'an address of one network only', PUBLIC],
  ['https://localhost:4321/x', 'an address of one network only', PUBLIC],
  ['https://nas.local/share', 'an address of one network only', PUBLIC],
  ['https://intranet/wiki', 'an address of one network only', PUBLIC],
  [
    '<script src="https://embed.example.org/widget.js"></script>',
    'code without an <iframe>',
    'Paste the code that has one, or the share link instead.',
  ],
  [
    '<div data-tf-live="01ABC"></div><script src="https://embed.typeform.com/next/embed.js"></script>',
    'code without an <iframe>',
    'Paste the code that has one, or the share link instead.',
  ],
  ['<iframe src="javascript:alert(1)"></iframe>', 'no page but a “javascript:” address', WHOLE],
]

describe('what nobody can frame is refused with what it is and what to paste', () => {
  test.each(wrong)('%s', (pasted, is, remedy) => {
    expect(matchEmbed(pasted)).toEqual({ ok: false, message: `“${pasted}” is ${is}. ${remedy}` })
  })
})

test('a long paste is cut off in the sentence about it', () => {
  const pasted = `javascript:${'x'.repeat(5_000)}`
  const match = matchEmbed(pasted)
  expect(match).toMatchObject({ ok: false })
  expect(match.ok ? '' : match.message).toHaveLength(
    `“” is no page but a “javascript:” address. ${WHOLE}`.length + 120,
  )
})

test('nothing that can be pasted breaks the build’s own code', () => {
  const odd = [
    'https://',
    'https://%',
    '<',
    '<iframe>',
    '\0',
    'https://youtu.be/%E0%A4%A',
    '🌺',
    '//',
    '\n\n',
  ]
  for (const pasted of odd) expect(() => matchEmbed(pasted), JSON.stringify(pasted)).not.toThrow()
})
