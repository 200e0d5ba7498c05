import { describe, expect, test } from 'vitest'
import { matchEmbed } from '#src/embeds/match.ts'
import { shareLinks } from '../support/share-links.ts'

/** Other spellings of what the share links say. */
const spellings = `
  https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?backgroundColor=teal&viewControls=on -> https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?backgroundColor=teal&viewControls=on
  https://www.airtable.com/embed/shrA1b2C3d4E5f6G7?utm_source=mail -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  https://airtable.com/shrA1b2C3d4E5f6G7?prefill_Cohort=17&hide_Cohort=true -> https://airtable.com/embed/shrA1b2C3d4E5f6G7?prefill_Cohort=17&hide_Cohort=true
  <script src="https://static.airtable.com/js/embed/embed_snippet_v1.js"></script><iframe class="airtable-embed" src="https://airtable.com/embed/shrA1b2C3d4E5f6G7?viewControls=on"></iframe> -> https://airtable.com/embed/shrA1b2C3d4E5f6G7?viewControls=on
  https://calendar.google.com/calendar/embed?src=a%40example.org&ctz=America%2FLos_Angeles&mode=WEEK -> https://calendar.google.com/calendar/embed?src=a%40example.org&mode=WEEK
  https://calendar.google.com/calendar/embed?height=600&wkst=2&src=a%40example.org&src=b%40example.org&color=%23039BE5&color=%237986CB -> https://calendar.google.com/calendar/embed?src=a%40example.org&src=b%40example.org&wkst=2&color=%23039BE5&color=%237986CB&mode=MONTH
  https://calendar.google.com/calendar/r?cid=team@example.org -> https://calendar.google.com/calendar/embed?src=team%40example.org&mode=MONTH
  https://www.google.com/calendar/embed?src=a%40example.org&ctz=Europe/Berlin -> https://calendar.google.com/calendar/embed?src=a%40example.org&mode=MONTH
  <iframe src="https://calendar.google.com/calendar/embed?src=a%40example.org&amp;mode=AGENDA" style="border: 0"></iframe> -> https://calendar.google.com/calendar/embed?src=a%40example.org&mode=AGENDA
  https://docs.google.com/document/d/1aBcD_eFg-H/edit?tab=t.0#heading=h.abc -> https://docs.google.com/document/d/1aBcD_eFg-H/preview?tab=t.0
  https://docs.google.com/a/example.org/document/u/1/d/1aBcD_eFg-H -> https://docs.google.com/document/d/1aBcD_eFg-H/preview
  https://docs.google.com/document/d/1aBcD_eFg-H/edit?resourcekey=0-xyz -> https://docs.google.com/document/d/1aBcD_eFg-H/preview?resourcekey=0-xyz
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit#gid=42 -> https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal&gid=42#gid=42
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/view?usp=drivesdk -> https://docs.google.com/spreadsheets/d/1sHeEt_Id/preview
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/htmlview#gid=3 -> https://docs.google.com/spreadsheets/d/1sHeEt_Id/htmlview?gid=3#gid=3
  https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pub?output=csv&gid=5&single=true -> https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?single=true&gid=5&widget=true&headers=false
  https://docs.google.com/presentation/d/e/2PACX-1vTabc/pubembed?start=true -> https://docs.google.com/presentation/d/e/2PACX-1vTabc/pubembed?start=false&loop=false
  https://drive.google.com/drive/u/1/folders/1fOlDeR_Id?resourcekey=0-abc -> https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id&resourcekey=0-abc#list
  https://drive.google.com/drive/mobile/folders/1fOlDeR_Id -> https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list
  https://drive.google.com/open?id=1fOlDeR_Id&usp=drive_fs -> https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list
  https://drive.google.com/uc?export=download&id=1fIlE_Id -> https://drive.google.com/file/d/1fIlE_Id/preview
  https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?usp=pp_url&entry.1045781291=Cohort+17 -> https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true&entry.1045781291=Cohort+17
  https://docs.google.com/forms/u/0/d/e/1FAIpQLSabc/formResponse -> https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true
  https://youtu.be/abcdefghijk?t=754 -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=754
  https://m.youtube.com/watch?v=abcdefghijk#t=1h2m3s -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=3723
  https://lanai.typeform.com/to/Ab12Cd34?typeform-source=mail#email=xxxxx&name=xxxxx -> https://lanai.typeform.com/to/Ab12Cd34
  https://lanai.notion.site/ebd//0123456789abcdef0123456789abcdef?v=fedcba9876543210fedcba9876543210 -> https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef?v=fedcba9876543210fedcba9876543210
  <iframe width='768' src='https://miro.com/app/embed/uXjVabc_De4=/?pres=1' allowfullscreen></iframe> -> https://miro.com/app/live-embed/uXjVabc_De4=/?autoplay=true
  <iframe loading="lazy" src=//player.example.org/7></iframe> -> https://player.example.org/7
  https://dashboard.example.org/cohort?view=week#top -> card or frame
  https://kauaʻi.example.org/aloha -> card or frame
  https://notairtable.com/shrA1b2C3d4E5f6G7 -> card or frame
`

const rows = [shareLinks, spellings].flatMap((lines) => pairsOf(lines))
const cards = ['card', 'card or frame']

describe('a pasted address becomes what a frame may load, or a card, or a sentence', () => {
  test.each(rows)('%s', (pasted, became) => {
    const match = matchEmbed(pasted)
    if (became.startsWith('no: ')) {
      const sentence = new RegExp(`is ${became.slice('no: '.length)}\\. Paste .+ instead\\.$`)
      expect(match.ok ? match.embed.src : match.message).toMatch(sentence)
      return
    }
    const framing = { card: 'refused', 'card or frame': 'unknown' }[became] ?? 'allowed'
    if (!match.ok) throw new Error(match.message)
    const { src, href, sandbox, allow } = match.embed
    expect(match.embed.framing).toBe(framing)
    expect([new URL(src).protocol, new URL(href).protocol]).toEqual(['https:', 'https:'])
    // A frame may not steer the tab it stands in, nor use what it was not given.
    expect(sandbox).not.toMatch(/top-navigation|pointer-lock|modals/)
    expect(allow).not.toMatch(/camera|microphone|geolocation|payment|\*/)
    if (cards.includes(became)) return
    expect(src).toBe(became)
    expect(matchEmbed(src), 'pasted once more').toMatchObject({ ok: true, embed: { src } })
  })

  test('embed code marks its address as framable', () => {
    const src = 'https://widget.example.org/7'
    expect(matchEmbed(`<iframe src="${src}"></iframe>`)).toMatchObject({ embed: { src, framing: 'allowed' } })
    expect(matchEmbed(src)).toMatchObject({ embed: { src, framing: 'unknown' } })
  })
})

/** What people paste by mistake, and what it is, by what the sentence says to paste instead. */
const refused: Record<string, string> = {
  'the share link of a view or form (in Airtable, “Share and sync” → “Create link”; it contains “shr”)': `
    https://airtable.com/appZ9y8X7w6V5u4T3 -> an Airtable base, which only its collaborators can open
    https://airtable.com/invite/l?inviteId=invX -> an invitation to an Airtable base
    https://airtable.com/universe/expA/crm -> not a shared Airtable view or form
  `,
  'the calendar’s public address (in Google Calendar, Settings → the calendar → “Integrate calendar” → “Public address in iCal format”; the calendar must be public)': `
    https://calendar.google.com/calendar/u/0/r/week -> your own view of Google Calendar
    https://calendar.google.com/calendar/u/0/r?cid=!!! -> your own view of Google Calendar
    https://calendar.google.com/calendar/u/0/r/eventedit/abc -> a single Google Calendar event
    https://www.google.com/calendar/event?eid=abc -> a single Google Calendar event
  `,
  'the link to its booking page': `
    https://calendar.google.com/calendar/u/0/appointments -> not an appointment schedule that anyone can book
  `,
  'the document’s link (in Google Docs, “Share” → “Anyone with the link” → “Copy link”)': `
    https://docs.google.com/document/d/1aBcD_eFg-H/export?format=pdf -> a link that downloads the document
  `,
  'the spreadsheet’s link (in Google Sheets, “Share” → “Anyone with the link” → “Copy link”)': `
    https://docs.google.com/spreadsheets/ -> the list of your spreadsheets, not one of them
  `,
  'the presentation’s link (in Google Slides, “Share” → “Anyone with the link” → “Copy link”)': `
    https://docs.google.com/presentation/u/0/ -> the list of your presentations, not one of them
  `,
  'the link to one folder or file (in Google Drive, “Share” → “Anyone with the link” → “Copy link”)': `
    https://drive.google.com/drive/u/1/shared-with-me -> your own view of Google Drive
    https://drive.google.com/open -> your own view of Google Drive
  `,
  'the form’s link (in Google Forms, “Send” → the link icon, with “Shorten URL” off; it ends in /viewform)': `
    https://docs.google.com/forms/d/1fOrM_Id/viewanalytics -> a summary of the form’s responses
    https://docs.google.com/forms/u/0/ -> the list of your forms, not one of them
  `,
  'the link to one video or playlist (on YouTube, “Share” → “Copy”)': `
    https://www.youtube.com/@lanai -> a channel, which YouTube doesn’t let other sites show
    https://www.youtube.com/clip/Ugkx -> a clip, which can’t be embedded
    https://studio.youtube.com/video/abcdefghijk/edit -> the video’s edit page
    https://www.youtube.com/results?search_query=pitch -> not a YouTube video
    https://www.youtube.com/playlist -> not a YouTube playlist
    https://youtu.be/abc -> not a YouTube video, whose ID has eleven characters
  `,
  'the form’s link (in Typeform, “Share” → “Copy link”; it contains “/to/”)': `
    https://www.typeform.com/templates/ -> not a Typeform form
  `,
  'the published page’s link (in Notion, “Share” → “Publish” → “Copy site link”; it’s on notion.site)': `
    https://www.notion.so/lanai/Perks-0123456789abcdef0123456789abcdef -> a Notion page that only its workspace can open
  `,
  'the “Embed this page” code (in Notion, “Share” → “Publish”)': `
    https://lanai.notion.site/ -> a Notion site address without the page’s ID
  `,
  'the board’s link (in Miro, “Share” → “Copy board link”; it contains “/app/board/”)': `
    https://miro.com/app/dashboard/ -> not a Miro board
  `,
  'it with https://, or a full address that starts with https://': `
    http://example.org/page -> an unencrypted address
  `,
  'a full address that starts with https://': `
    javascript:alert(1) -> a “javascript:” address, not a web page
    data:text/html,<h1>Hi</h1> -> a “data:” address, not a web page
    <iframe src="javascript:alert(1)"></iframe> -> a “javascript:” address, not a web page
    /leaderboard -> not a full address
    example.org/page -> not a full address
    https:// -> not a full address
  `,
  'it without them': `
    https://admin:hunter2@example.org/ -> an address that contains a name or password
  `,
  'an address that anyone can open': `
    https://127.0.0.1:8080/ -> an address on a private network
    https://0x7f000001/ -> an address on a private network
    https://[::1]/ -> an address on a private network
    https://nas.local/share -> an address on a private network
    https://intranet/wiki -> an address on a private network
  `,
  'the embed code that has one, or the share link': `
    <script src="https://embed.example.org/widget.js"></script> -> code without an <iframe>
  `,
}

describe('a pasted address that no frame can show is refused with what it is and what to paste', () => {
  const rows = Object.entries(refused).flatMap(([remedy, lines]) =>
    pairsOf(lines).map(([pasted, is]) => [pasted, is, remedy] as const),
  )
  test.each(rows)('%s', (pasted, is, remedy) => {
    expect(matchEmbed(pasted)).toEqual({
      ok: false,
      message: `“${pasted}” is ${is}. Paste ${remedy} instead.`,
    })
  })

  test('a long paste is cut off in the sentence about it', () => {
    const match = matchEmbed(`javascript:${'x'.repeat(5_000)}`)
    expect(match.ok ? '' : match.message).toMatch(/^“.{1,120}” is a “javascript:” address/)
  })
})

function pairsOf(lines: string): [pasted: string, became: string][] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [pasted = '', became = ''] = line.trim().split(' -> ')
      return [pasted, became]
    })
}
