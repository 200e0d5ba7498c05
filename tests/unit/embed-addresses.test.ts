import { describe, expect, test } from 'vitest'
import type { ProviderId } from '#src/embeds/embed.ts'
import { matchEmbed } from '#src/embeds/match.ts'

/** Everything people paste for each provider, and the address the frame loads for it. */
const known = {
  airtable: {
    'https://airtable.com/shrA1b2C3d4E5f6G7': 'https://airtable.com/embed/shrA1b2C3d4E5f6G7',
    'https://airtable.com/shrA1b2C3d4E5f6G7/tblQ9w8E7r6T5y4U3':
      'https://airtable.com/embed/shrA1b2C3d4E5f6G7',
    'https://airtable.com/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7':
      'https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7',
    'https://airtable.com/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7/tblQ9w8E7r6T5y4U3/viwM1n2B3v4C5x6Z7':
      'https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7',
    'https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?backgroundColor=teal&viewControls=on':
      'https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?backgroundColor=teal&viewControls=on',
    'https://www.airtable.com/embed/shrA1b2C3d4E5f6G7?utm_source=mail':
      'https://airtable.com/embed/shrA1b2C3d4E5f6G7',
    'https://airtable.com/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7/form':
      'https://airtable.com/embed/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7/form',
    'https://airtable.com/embed/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7/form?autoResize=true':
      'https://airtable.com/embed/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7/form',
    'https://airtable.com/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?prefill_Cohort=17&hide_Cohort=true':
      'https://airtable.com/embed/appZ9y8X7w6V5u4T3/shrA1b2C3d4E5f6G7?prefill_Cohort=17&hide_Cohort=true',
    '<iframe class="airtable-embed" src="https://airtable.com/embed/shrA1b2C3d4E5f6G7?viewControls=on" frameborder="0" width="100%"></iframe>':
      'https://airtable.com/embed/shrA1b2C3d4E5f6G7?viewControls=on',
    '<script src="https://static.airtable.com/js/embed/embed_snippet_v1.js"></script><iframe class="airtable-embed" src="https://airtable.com/embed/shrA1b2C3d4E5f6G7"></iframe>':
      'https://airtable.com/embed/shrA1b2C3d4E5f6G7',
  },
  'google-calendar': {
    'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com':
      'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=MONTH',
    'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&ctz=America%2FLos_Angeles&mode=WEEK':
      'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=WEEK',
    'https://calendar.google.com/calendar/embed?height=600&wkst=2&mode=AGENDA&src=a%40example.org&color=%23039BE5':
      'https://calendar.google.com/calendar/embed?src=a%40example.org&wkst=2&color=%23039BE5&mode=AGENDA',
    'https://calendar.google.com/calendar/embed?src=a%40example.org&src=b%40example.org&color=%23039BE5&color=%237986CB':
      'https://calendar.google.com/calendar/embed?src=a%40example.org&src=b%40example.org&color=%23039BE5&color=%237986CB&mode=MONTH',
    'https://calendar.google.com/calendar/u/0/embed?src=a%40example.org':
      'https://calendar.google.com/calendar/embed?src=a%40example.org&mode=MONTH',
    'https://calendar.google.com/calendar/u/0?cid=ZXZlbnRzQGdyb3VwLmNhbGVuZGFyLmdvb2dsZS5jb20':
      'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=MONTH',
    'https://calendar.google.com/calendar/u/1/r?cid=ZXZlbnRzQGdyb3VwLmNhbGVuZGFyLmdvb2dsZS5jb20&pli=1':
      'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=MONTH',
    'https://calendar.google.com/calendar/r?cid=team@example.org':
      'https://calendar.google.com/calendar/embed?src=team%40example.org&mode=MONTH',
    'https://calendar.google.com/calendar/ical/events%40group.calendar.google.com/public/basic.ics':
      'https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=MONTH',
    'https://www.google.com/calendar/embed?src=a%40example.org&ctz=Europe/Berlin':
      'https://calendar.google.com/calendar/embed?src=a%40example.org&mode=MONTH',
    '<iframe src="https://calendar.google.com/calendar/embed?src=a%40example.org&amp;mode=AGENDA" style="border: 0"></iframe>':
      'https://calendar.google.com/calendar/embed?src=a%40example.org&mode=AGENDA',
    'https://calendar.google.com/calendar/u/0/appointments/schedules/AcZssZ0abc?gv=true':
      'https://calendar.google.com/calendar/appointments/schedules/AcZssZ0abc?gv=true',
  },
  'google-docs': {
    'https://docs.google.com/document/d/1aBcD_eFg-H/edit?usp=sharing':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview',
    'https://docs.google.com/document/d/1aBcD_eFg-H/edit?tab=t.0#heading=h.abc':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview?tab=t.0',
    'https://docs.google.com/document/d/1aBcD_eFg-H/view':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview',
    'https://docs.google.com/document/d/1aBcD_eFg-H':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview',
    'https://docs.google.com/document/u/1/d/1aBcD_eFg-H/edit':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview',
    'https://docs.google.com/a/example.org/document/d/1aBcD_eFg-H/edit':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview',
    'https://docs.google.com/document/d/1aBcD_eFg-H/edit?resourcekey=0-xyz':
      'https://docs.google.com/document/d/1aBcD_eFg-H/preview?resourcekey=0-xyz',
    'https://docs.google.com/document/d/e/2PACX-1vRabc/pub':
      'https://docs.google.com/document/d/e/2PACX-1vRabc/pub?embedded=true',
    '<iframe src="https://docs.google.com/document/d/e/2PACX-1vRabc/pub?embedded=true"></iframe>':
      'https://docs.google.com/document/d/e/2PACX-1vRabc/pub?embedded=true',
  },
  'google-sheets': {
    'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?gid=7#gid=7':
      'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal&gid=7#gid=7',
    'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit#gid=42':
      'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal&gid=42#gid=42',
    'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?usp=sharing':
      'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal',
    'https://docs.google.com/spreadsheets/u/2/d/1sHeEt_Id/edit':
      'https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal',
    'https://docs.google.com/spreadsheets/d/1sHeEt_Id/view?usp=drivesdk':
      'https://docs.google.com/spreadsheets/d/1sHeEt_Id/preview',
    'https://docs.google.com/spreadsheets/d/1sHeEt_Id/htmlview#gid=3':
      'https://docs.google.com/spreadsheets/d/1sHeEt_Id/htmlview?gid=3#gid=3',
    'https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml':
      'https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?widget=true&headers=false',
    'https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pub?output=csv&gid=5&single=true':
      'https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?single=true&gid=5&widget=true&headers=false',
    '<iframe src="https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?widget=true&amp;headers=false"></iframe>':
      'https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?widget=true&headers=false',
  },
  'google-slides': {
    'https://docs.google.com/presentation/d/1sLiDe_Id/edit#slide=id.p':
      'https://docs.google.com/presentation/d/1sLiDe_Id/embed?start=false&loop=false',
    'https://docs.google.com/presentation/d/e/2PACX-1vTabc/pub?start=true':
      'https://docs.google.com/presentation/d/e/2PACX-1vTabc/embed?start=false&loop=false',
    'https://docs.google.com/presentation/d/e/2PACX-1vTabc/pubembed?start=true':
      'https://docs.google.com/presentation/d/e/2PACX-1vTabc/pubembed?start=false&loop=false',
  },
  'google-drive': {
    'https://drive.google.com/drive/folders/1fOlDeR_Id?usp=sharing':
      'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list',
    'https://drive.google.com/drive/u/1/folders/1fOlDeR_Id':
      'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list',
    'https://drive.google.com/drive/mobile/folders/1fOlDeR_Id':
      'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list',
    'https://drive.google.com/open?id=1fOlDeR_Id&usp=drive_fs':
      'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list',
    'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#grid':
      'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list',
    'https://drive.google.com/drive/folders/1fOlDeR_Id?resourcekey=0-abc':
      'https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id&resourcekey=0-abc#list',
    'https://drive.google.com/file/d/1fIlE_Id/view?usp=drive_link':
      'https://drive.google.com/file/d/1fIlE_Id/preview',
    'https://drive.google.com/file/u/0/d/1fIlE_Id/edit': 'https://drive.google.com/file/d/1fIlE_Id/preview',
    'https://drive.google.com/uc?export=download&id=1fIlE_Id':
      'https://drive.google.com/file/d/1fIlE_Id/preview',
  },
  'google-forms': {
    'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform':
      'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true',
    'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?usp=sf_link':
      'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true',
    'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?usp=pp_url&entry.1045781291=Cohort+17':
      'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true&entry.1045781291=Cohort+17',
    'https://docs.google.com/forms/d/1fOrM_Id/viewform':
      'https://docs.google.com/forms/d/1fOrM_Id/viewform?embedded=true',
    'https://docs.google.com/forms/u/0/d/e/1FAIpQLSabc/formResponse':
      'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true',
    '<iframe src="https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true" width="640">Loading…</iframe>':
      'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true',
  },
  youtube: {
    'https://www.youtube.com/watch?v=abcdefghijk': 'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0',
    'https://m.youtube.com/watch?v=abcdefghijk&feature=share':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0',
    'https://youtu.be/abcdefghijk?si=s-o_m-e': 'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0',
    'https://youtu.be/abcdefghijk?t=754':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=754',
    'https://www.youtube.com/watch?v=abcdefghijk&t=1m30s':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=90',
    'https://www.youtube.com/watch?v=abcdefghijk#t=1h2m3s':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=3723',
    'https://www.youtube.com/shorts/abcdefghijk': 'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0',
    'https://www.youtube.com/live/abcdefghijk?feature=shared':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0',
    'https://www.youtube.com/embed/abcdefghijk?start=12':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&start=12',
    'https://www.youtube-nocookie.com/embed/abcdefghijk':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0',
    'https://www.youtube.com/watch?v=abcdefghijk&list=PLabc&index=3':
      'https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&list=PLabc',
    'https://www.youtube.com/playlist?list=PLabc':
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLabc&rel=0',
    'https://www.youtube.com/embed/videoseries?list=PLabc':
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLabc&rel=0',
  },
  typeform: {
    'https://form.typeform.com/to/Ab12Cd34': 'https://form.typeform.com/to/Ab12Cd34',
    'https://lanai.typeform.com/to/Ab12Cd34': 'https://lanai.typeform.com/to/Ab12Cd34',
    'https://lanai.typeform.com/to/Ab12Cd34?typeform-source=mail': 'https://lanai.typeform.com/to/Ab12Cd34',
    'https://lanai.typeform.com/to/Ab12Cd34#email=xxxxx&name=xxxxx': 'https://lanai.typeform.com/to/Ab12Cd34',
  },
  notion: {
    'https://lanai.notion.site/Perks-0123456789abcdef0123456789abcdef':
      'https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef',
    'https://lanai.notion.site/0123456789abcdef0123456789abcdef?pvs=4':
      'https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef',
    'https://lanai.notion.site/01234567-89ab-cdef-0123-456789abcdef':
      'https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef',
    'https://lanai.notion.site/ebd//0123456789abcdef0123456789abcdef?v=fedcba9876543210fedcba9876543210':
      'https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef?v=fedcba9876543210fedcba9876543210',
    '<iframe src="https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef" width="100%" height="600"></iframe>':
      'https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef',
  },
  miro: {
    'https://miro.com/app/board/uXjVabc_De4=/': 'https://miro.com/app/live-embed/uXjVabc_De4=/?autoplay=true',
    'https://miro.com/app/board/uXjVabc_De4=/?share_link_id=123&moveToWidget=456':
      'https://miro.com/app/live-embed/uXjVabc_De4=/?autoplay=true&moveToWidget=456',
    'https://miro.com/app/live-embed/uXjVabc_De4=/?moveToViewport=-1,-2,3,4&embedId=1':
      'https://miro.com/app/live-embed/uXjVabc_De4=/?autoplay=true&moveToViewport=-1%2C-2%2C3%2C4',
    "<iframe width='768' src='https://miro.com/app/embed/uXjVabc_De4=/?pres=1' allowfullscreen></iframe>":
      'https://miro.com/app/live-embed/uXjVabc_De4=/?autoplay=true',
  },
  web: {
    'https://dashboard.example.org/cohort?view=week#top':
      'https://dashboard.example.org/cohort?view=week#top',
    '  https://example.org  ': 'https://example.org/',
    'https://kauaʻi.example.org/aloha': 'https://xn--kauai-91c.example.org/aloha',
    '<iframe loading="lazy" src=//player.example.org/7></iframe>': 'https://player.example.org/7',
    'https://notairtable.com/shrA1b2C3d4E5f6G7': 'https://notairtable.com/shrA1b2C3d4E5f6G7',
  },
} satisfies Record<Exclude<ProviderId, 'own'>, Record<string, string>>

const rows = Object.entries(known).flatMap(([provider, table]) =>
  Object.entries(table).map(([pasted, src]) => ({ provider, pasted, src })),
)

describe('what is pasted becomes what its provider lets a frame load', () => {
  test.each(rows)('$provider: $pasted', ({ provider, pasted, src }) => {
    const match = matchEmbed(pasted)
    expect(match).toMatchObject({ ok: true, embed: { provider, src } })
  })

  test('and is taken for the same when it is pasted again', () => {
    for (const { provider, src } of rows) {
      expect(matchEmbed(src), src).toMatchObject({ ok: true, embed: { provider, src } })
    }
  })
})

describe('every frame', () => {
  test.each(rows)('$provider: $pasted', ({ pasted }) => {
    const match = matchEmbed(pasted)
    if (!match.ok) throw new Error(match.message)
    const { src, href, sandbox, allow } = match.embed
    expect(new URL(src).protocol).toBe('https:')
    expect(new URL(href).protocol).toBe('https:')
    // A frame may not steer the tab it stands in, nor use what it was not given.
    expect(sandbox).not.toMatch(/top-navigation|pointer-lock|modals/)
    expect(allow).not.toMatch(/camera|microphone|geolocation|payment|\*/)
  })
})
