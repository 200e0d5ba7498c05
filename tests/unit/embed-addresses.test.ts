import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { address } from '#src/schemas/fields.ts'
import { readLink } from '#src/embeds/link.ts'
import { matchEmbed } from '#src/embeds/match.ts'
import { shareLinks } from '../support/share-links.ts'

/** Other spellings of what the share links say. */
const spellings = `
  https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?backgroundColor=teal&viewControls=on -> https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?backgroundColor=teal&viewControls=on
  https://www.airtable.com/embed/shrA1b2C3d4E5f6G7?utm_source=mail -> https://airtable.com/embed/shrA1b2C3d4E5f6G7?utm_source=mail
  https://airtable.com/shrA1b2C3d4E5f6G7?prefill_Cohort=17&hide_Cohort=true -> https://airtable.com/embed/shrA1b2C3d4E5f6G7?prefill_Cohort=17&hide_Cohort=true
  <script src="https://static.airtable.com/js/embed/embed_snippet_v1.js"></script><iframe class="airtable-embed" src="https://airtable.com/embed/shrA1b2C3d4E5f6G7?viewControls=on"></iframe> -> https://airtable.com/embed/shrA1b2C3d4E5f6G7?viewControls=on
  https://calendar.google.com/calendar/embed?src=a%40example.org&ctz=America%2FLos_Angeles&mode=WEEK -> https://calendar.google.com/calendar/embed?src=a%40example.org&mode=WEEK
  https://calendar.google.com/calendar/embed?height=600&wkst=2&src=a%40example.org&src=b%40example.org&color=%23039BE5&color=%237986CB -> https://calendar.google.com/calendar/embed?src=a%40example.org&src=b%40example.org&wkst=2&color=%23039BE5&color=%237986CB&mode=MONTH
  https://calendar.google.com/calendar/r?cid=team@example.org -> https://calendar.google.com/calendar/embed?src=team%40example.org&mode=MONTH
  <iframe src="https://calendar.google.com/calendar/embed?src=a%40example.org&amp;mode=AGENDA" style="border: 0"></iframe> -> https://calendar.google.com/calendar/embed?src=a%40example.org&mode=AGENDA
  https://docs.google.com/document/d/1aBcD_eFg-H/edit?tab=t.0#heading=h.abc -> https://docs.google.com/document/d/1aBcD_eFg-H/preview?tab=t.0#heading=h.abc
  https://docs.google.com/document/d/1aBcD_eFg-H/edit?resourcekey=0-xyz -> https://docs.google.com/document/d/1aBcD_eFg-H/preview?resourcekey=0-xyz
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit#gid=42 -> https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal&gid=42#gid=42
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/view?usp=drivesdk -> https://docs.google.com/spreadsheets/d/1sHeEt_Id/preview
  https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pub?output=csv&gid=5&single=true -> https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?gid=5&widget=true&headers=false&single=true
  https://docs.google.com/presentation/d/e/2PACX-1vTabc/pubembed?start=true -> https://docs.google.com/presentation/d/e/2PACX-1vTabc/pubembed?start=false&loop=false
  https://drive.google.com/drive/u/1/folders/1fOlDeR_Id?resourcekey=0-abc -> https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id&resourcekey=0-abc#list
  https://drive.google.com/a/example.org/folderview?id=1fOlDeR_Id#grid -> https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#grid
  https://drive.google.com/uc?export=download&id=1fIlE_Id -> https://drive.google.com/file/d/1fIlE_Id/preview
  https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?usp=pp_url&entry.1045781291=Cohort+17 -> https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true&entry.1045781291=Cohort+17
  https://youtu.be/abcdefghijk?t=754 -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=754
  https://m.youtube.com/watch?v=abcdefghijk#t=1h2m3s -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=3723
  https://lanai.typeform.com/to/Ab12Cd34?typeform-source=mail#email=xxxxx&name=xxxxx -> https://lanai.typeform.com/to/Ab12Cd34
  <iframe width='768' src='https://miro.com/app/embed/uXjVabc_De4=/?pres=1' allowfullscreen></iframe> -> https://miro.com/app/live-embed/uXjVabc_De4=/?autoplay=true&pres=1
  <iframe loading="lazy" src=//player.example.org/7></iframe> -> https://player.example.org/7
  https://dashboard.example.org/cohort?view=week#top -> card or frame
  https://kauaʻi.example.org/aloha -> card or frame
  https://notairtable.com/shrA1b2C3d4E5f6G7 -> card or frame
  https://youtube.com.evil.example/watch?v=abcdefghijk -> card or frame
  https://youtu.be/abcdefghijk?t=488.7 -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=488
  https://youtu.be/abcdefghijk?t=soon -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&t=soon
  https://vimeo.com/76979871/8272103456?share=copy#t=3m13s -> https://player.vimeo.com/video/76979871?h=8272103456&dnt=1#t=3m13s
  https://vimeo.com/event/4123456/8272103f6e -> https://vimeo.com/event/4123456/embed/8272103f6e
  https://vimeo.com/event/4123456/chat/ -> https://vimeo.com/event/4123456/chat/
  https://vimeo.com/showcase/7008490?h=8272103f6e -> https://vimeo.com/showcase/7008490/embed?h=8272103f6e
  https://www.loom.com/share/0123456789abcdef0123456789abcdef?sid=ab&t=90 -> https://www.loom.com/embed/0123456789abcdef0123456789abcdef?t=90
  https://form.typeform.com/to/Ab12Cd34#cohort=17&email=xxxxx -> https://form.typeform.com/to/Ab12Cd34#cohort=17
  https://lu.ma/event/evt-AbC123?tk=aB3dE5 -> https://luma.com/embed/event/evt-AbC123/simple
  <https://airtable.com/shrA1b2C3d4E5f6G7> -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  (Https://https://airtable.com/shrA1b2C3d4E5f6G7), -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  &lt;iframe src=&quot;https://player.example.org/7&quot;&gt;&lt;/iframe&gt; -> https://player.example.org/7
  https://www.youtube.com/watch?time_continue=12&v=abcdefghijk -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=12
  “https://airtable.com/shrA1b2C3d4E5f6G7” -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  https://airtable.com/appAbCdEf12345678/shrAbCdEf12345678\u200b -> https://airtable.com/embed/appAbCdEf12345678/shrAbCdEf12345678
  \ufeffhttps://airtable.com/shrA1b2\u00adC3d4\u200dE5f6G7\u00a0 -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  <iframe data-tally-src="https://tally.so/embed/wA1b2C?alignLeft=1" loading="lazy"></iframe> -> https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1
  <p><iframe src="about:blank" data-lazy-src='https://player.example.org/7?a=1&amp;b=2'></iframe></p> -> https://player.example.org/7?a=1&b=2
  <object data="https://player.example.org/7"><embed src="https://player.example.org/7"></object> -> https://player.example.org/7
  <div class="calendly-inline-widget" data-url="https://calendly.com/leilani"></div><script src="https://assets.calendly.com/assets/external/widget.js"></script> -> https://calendly.com/leilani?embed_type=Inline&hide_gdpr_banner=1
  <div data-tf-widget="Ab12Cd34"></div><script src="//embed.typeform.com/next/embed.js"></script> -> https://form.typeform.com/to/Ab12Cd34
  <blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CabC_123/"></blockquote> -> https://www.instagram.com/p/CabC_123/embed/
  https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fairtable.com%2FshrA1b2C3d4E5f6G7&data=05%7C01%7Cleilani%40example.org%7Cabc -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  https://www.google.de/url?q=https://airtable.com/shrA1b2C3d4E5f6G7&sa=D&usg=AOv -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  https://urldefense.proofpoint.com/v1/url?u=https%3A%2F%2Fplayer.example.org%2F7&k=abc -> card or frame
  https://urldefense.proofpoint.com/v2/url?u=https-3A__airtable.com_shrA1b2C3d4E5f6G7&d=DwMF -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  https://urldefense.com/v3/__https://airtable.com/shrA1b2C3d4E5f6G7__;!!AbC!def$ -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  https://urldefense.com/v3/__https:/airtable.com/shr*1b2C3**B5f6G7__;QWQ0RQ!!AbC!def$ -> https://airtable.com/embed/shrA1b2C3d4E5f6G7
  <!-- Calendly link widget begin --><script src="https://assets.calendly.com/assets/external/widget.js"></script><a href="" onclick="Calendly.initPopupWidget({url: 'https://calendly.com/leilani/30min'});return false;">Book</a> -> https://calendly.com/leilani/30min?embed_type=Inline&hide_gdpr_banner=1
  <button data-tf-popup="Ab12Cd34">Try</button><script src="//embed.typeform.com/next/embed.js"></script> -> https://form.typeform.com/to/Ab12Cd34
  https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.linkedin.com%2Fsafety%2Fgo%3Furl%3Dhttps%253A%252F%252Fyoutu.be%252Fabcdefghijk -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0
  https://slack-redir.net/link?url=https%3A%2F%2Fgithub.com%2Flanai -> card
`

/** What comes of what a browser has to open first, or holds more than one address. */
const unclear = `
  https://drive.google.com/open?id=1fOlDeR_Id&usp=drive_fs -> a link to a folder or to a file. Open it, and copy
  https://docs.google.com/open?id=1fOlDeR_Id -> a link to a folder or to a file. Open it, and copy
  https://drive.google.com/drive/mobile/folders/1pArEnT_Id/1cHiLd_Id -> a link to a folder inside another, of which only one can be shown. Open it, and copy
  https://lnkd.in/abc -> a redirect, not the page that it leads to. Open it, and copy
  https://www.bit.ly/abc -> a redirect, not the page that it leads to. Open it, and copy
  https://lanai.us1.list-manage.com/track/click?u=1&id=2 -> a redirect, not the page that it leads to. Open it, and copy
  https://urldefense.com/v3/__https:/example.org/a*b**A__;Iw!!AbC!def$ -> a redirect, not the page that it leads to. Open it, and copy
  https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ft.co%2Fabc -> a redirect, not the page that it leads to. Open it, and copy
  https://us02web.zoom.us/j/81234567890 (passcode 1234) -> an address with other text or a space in it. Write the address alone, and %20 for each space in it. For a passcode, copy the link that contains it
  Join Zoom Meeting https://us02web.zoom.us/j/812 Meeting ID: 812 -> an address with other text or a space in it. Write the address alone
  <iframe src="https://a.example.org/"></iframe><iframe src="https://b.example.org/"></iframe> -> embed code with 2 frames. Paste the code of one
  https://example.org/ahttps://example.org/b -> an address with other text or a space in it. Write the address alone
  https://url1.example.org/ls/click?upn=abc -> a redirect, not the page that it leads to. Open it, and copy
  https://click.convertkit-mail.com/abc -> a redirect, not the page that it leads to. Open it, and copy
  <iframe src="https://player.example.org/7" height= -> code that isn’t complete. Paste
  <iframe title="Update"></iframe> -> an <iframe> without an address. Paste
  <blockquote class="twitter-tweet"><a href="https://x.com/hashtag/a">#a</a> <a href="https://x.com/lanai/status/1?ref_src=twsrc">Aloha</a></blockquote><script src="https://platform.x.com/widgets.js"></script> -> code without an <iframe>. Paste the post’s address, https://x.com/lanai/status/1, instead.
  <div data-tf-live="01HABC"></div><script src="//embed.typeform.com/next/embed.js"></script> -> code that doesn’t name the form. Paste the form’s link (in Typeform
  <script src="https://js.hsforms.net/forms/v2.js"></script><script>hbspt.forms.create({ portalId: "1" })</script> -> code without an <iframe>. Paste the embed code that has one, or the share link instead.
`

test.each(pairsOf(unclear))('%s is refused with what to do', (pasted, became) => {
  const match = matchEmbed(pasted)
  expect(match.ok ? match.embed.src : match.message).toContain(became)
  if (pasted.startsWith('http'))
    expect(address.safeParse(pasted).error?.issues[0]?.message ?? '').toMatch(/^$|” is an? /)
})

test('what chats, emails and sentences put around an address changes nothing, and nothing throws', () => {
  const marks = ['<…>', '<…|Text>', '“…”.', '(…)', '[Text](…),', '\ufeff…\u200b;', 'https://…']
  const around = fc.constantFrom(...marks)
  const written = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
  const isSame = fc.property(around, written, fc.string({ unit: 'binary' }), (marked, url, text) => {
    const end = url.replace(/[^\w/]+$/, '')
    expect(address.parse(marked.replace('…', () => end))).toBe(end)
    const match = matchEmbed(text)
    expect(match.ok ? match.embed.src : match.message).not.toBe('')
  })
  fc.assert(isSame, { numRuns: 200 })
})

const framed = pairsOf(shareLinks + spellings.trimStart()).filter(([pasted, became]) => {
  const link = readLink(pasted)
  return became.startsWith('https:') && link.ok && link.address === pasted && !pasted.includes('#')
})

test.each(framed)('%s keeps parameters and fragments that no matcher knows', (pasted) => {
  const word = fc.stringMatching(/^[\w.~!*'()-]{1,8}$/)
  const keepsAll = fc.property(word, word, word, (name, value, fragment) => {
    const url = new URL(pasted)
    url.search += `${url.search ? '&' : '?'}zz${name}=${value}%2B`
    url.hash = `zz${fragment}-`
    const match = matchEmbed(url.href)
    if (!match.ok) throw new Error(match.message)
    for (const each of [match.embed.src, match.embed.href]) {
      expect(new URL(each).searchParams.get(`zz${name}`)).toBe(`${value}+`)
      expect(new URL(each).hash).toBe(url.hash)
    }
  })
  fc.assert(keepsAll, { numRuns: 200 })
})

const rows = pairsOf(shareLinks + spellings.trimStart())
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
