import { describe, expect, test } from 'vitest'
import { matchEmbed } from '#src/embeds/match.ts'

const LOOM = '0123456789abcdef0123456789abcdef'

/** The links that people copy in the tools accelerators use, and the address that frames what they share. */
const framed: Record<string, string> = {
  [`https://www.loom.com/share/${LOOM}`]: `https://www.loom.com/embed/${LOOM}`,
  [`https://www.loom.com/share/${LOOM}?sid=1b2c3d`]: `https://www.loom.com/embed/${LOOM}`,
  [`<iframe src="https://www.loom.com/embed/${LOOM}?sid=1" frameborder="0"></iframe>`]: `https://www.loom.com/embed/${LOOM}`,
  'https://vimeo.com/76979871': 'https://player.vimeo.com/video/76979871?dnt=1',
  'https://vimeo.com/76979871/8272103f6e': 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
  'https://vimeo.com/76979871?share=copy&fl=sv': 'https://player.vimeo.com/video/76979871?dnt=1',
  'https://vimeo.com/channels/staffpicks/76979871': 'https://player.vimeo.com/video/76979871?dnt=1',
  'https://player.vimeo.com/video/76979871?h=8272103f6e':
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
  'https://vimeo.com/event/4123456': 'https://vimeo.com/event/4123456/embed',
  'https://vimeo.com/showcase/7008490': 'https://vimeo.com/showcase/7008490/embed',
  'https://www.figma.com/design/AbCdEfGhIjKlMnOp/Pitch-review?node-id=1-2&t=aB3':
    'https://embed.figma.com/design/AbCdEfGhIjKlMnOp/Pitch-review?node-id=1-2&embed-host=share',
  'https://www.figma.com/file/AbCdEfGhIjKlMnOp/Pitch-review':
    'https://embed.figma.com/design/AbCdEfGhIjKlMnOp/Pitch-review?embed-host=share',
  'https://www.figma.com/board/AbCdEfGhIjKlMnOp/Canvas?node-id=0-1':
    'https://embed.figma.com/board/AbCdEfGhIjKlMnOp/Canvas?node-id=0-1&embed-host=share',
  'https://www.figma.com/slides/AbCdEfGhIjKlMnOp':
    'https://embed.figma.com/slides/AbCdEfGhIjKlMnOp?embed-host=share',
  'https://www.figma.com/deck/AbCdEfGhIjKlMnOp/Demo-Day':
    'https://embed.figma.com/deck/AbCdEfGhIjKlMnOp/Demo-Day?embed-host=share',
  'https://www.figma.com/proto/AbCdEfGhIjKlMnOp/App?node-id=3-4&starting-point-node-id=3%3A4&scaling=contain':
    'https://embed.figma.com/proto/AbCdEfGhIjKlMnOp/App?node-id=3-4&starting-point-node-id=3%3A4&embed-host=share',
  'https://www.canva.com/design/DAFabc123/xY-z_9/view?utm_content=DAFabc123':
    'https://www.canva.com/design/DAFabc123/xY-z_9/view?embed',
  'https://www.canva.com/design/DAFabc123/xY-z_9/watch':
    'https://www.canva.com/design/DAFabc123/xY-z_9/watch?embed',
  '<iframe loading="lazy" src="https://www.canva.com/design/DAFabc123/xY-z_9/view?embed"></iframe>':
    'https://www.canva.com/design/DAFabc123/xY-z_9/view?embed',
  'https://coda.io/d/Founder-Handbook_dAbCdEfGhIj/Week-1_suKlMnO':
    'https://coda.io/embed/AbCdEfGhIj/_suKlMnO',
  'https://coda.io/d/_dAbCdEfGhIj': 'https://coda.io/embed/AbCdEfGhIj',
  'https://coda.io/embed/AbCdEfGhIj/_suKlMnO?viewMode=embedplay': 'https://coda.io/embed/AbCdEfGhIj/_suKlMnO',
  'https://lu.ma/event/evt-AbC123': 'https://luma.com/embed/event/evt-AbC123/simple',
  '<iframe src="https://lu.ma/embed/event/evt-AbC123/simple" width="600"></iframe>':
    'https://luma.com/embed/event/evt-AbC123/simple',
  'https://luma.com/embed/calendar/cal-AbC123/events': 'https://luma.com/embed/calendar/cal-AbC123/events',
  'https://cal.com/leilani/office-hours': 'https://cal.com/leilani/office-hours/embed',
  'https://cal.com/team/lanai/intro': 'https://cal.com/team/lanai/intro/embed',
  'https://app.cal.com/leilani/30min/embed': 'https://cal.com/leilani/30min/embed',
  'https://calendly.com/leilani/office-hours':
    'https://calendly.com/leilani/office-hours?embed_type=Inline&hide_gdpr_banner=1',
  'https://calendly.com/d/abc-123-xyz/intro?month=2026-03':
    'https://calendly.com/d/abc-123-xyz/intro?month=2026-03&embed_type=Inline&hide_gdpr_banner=1',
  'https://calendly.com/leilani?utm_source=mail':
    'https://calendly.com/leilani?embed_type=Inline&hide_gdpr_banner=1',
  'https://tally.so/r/wA1b2C':
    'https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1',
  'https://tally.so/r/wA1b2C?cohort=17':
    'https://tally.so/embed/wA1b2C?cohort=17&alignLeft=1&hideTitle=1&transparentBackground=1',
  '<iframe data-tally-src="x" src="https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1&dynamicHeight=1"></iframe>':
    'https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1',
  'https://forms.office.com/r/aB3dE5fG7h': 'https://forms.office.com/r/aB3dE5fG7h?embed=true',
  'https://forms.office.com/Pages/ResponsePage.aspx?id=abc_-123':
    'https://forms.office.com/Pages/ResponsePage.aspx?id=abc_-123&embed=true',
  '<iframe src="https://forms.cloud.microsoft/Pages/ResponsePage.aspx?id=abc&embed=true"></iframe>':
    'https://forms.cloud.microsoft/Pages/ResponsePage.aspx?id=abc&embed=true',
  'https://view.officeapps.live.com/op/view.aspx?src=https%3A%2F%2Fexample.org%2Fa.docx':
    'https://view.officeapps.live.com/op/embed.aspx?src=https%3A%2F%2Fexample.org%2Fa.docx',
  '<iframe src="https://onedrive.live.com/embed?resid=ABC%21123&authkey=xyz&em=2"></iframe>':
    'https://onedrive.live.com/embed?resid=ABC%21123&authkey=xyz&em=2',
  'https://1drv.ms/x/c/abc/xyz?em=2&wdHideGridlines=True':
    'https://1drv.ms/x/c/abc/xyz?em=2&wdHideGridlines=True',
  'https://lanai.sharepoint.com/sites/c17/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D&action=embedview':
    'https://lanai.sharepoint.com/sites/c17/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D&action=embedview',
  'https://pitch.com/v/demo-day-abc123': 'https://pitch.com/embed-link/demo-day-abc123',
  'https://pitch.com/public/01234567-89ab-cdef-0123-456789abcdef':
    'https://pitch.com/embed/01234567-89ab-cdef-0123-456789abcdef',
  'https://gamma.app/docs/Demo-Day-1a2b3c4d5e6f7g8': 'https://gamma.app/embed/1a2b3c4d5e6f7g8',
  'https://gamma.app/public/Demo-Day-1a2b3c4d5e6f7g8?mode=doc': 'https://gamma.app/embed/1a2b3c4d5e6f7g8',
  'https://lanai.softr.app/mentors': 'https://lanai.softr.app/mentors',
  'https://lanai.glide.page/dl/abc': 'https://lanai.glide.page/dl/abc',
  'https://lanai.glideapp.io': 'https://lanai.glideapp.io/',
  'https://founders.substack.com/embed': 'https://founders.substack.com/embed',
  'https://sites.google.com/view/lanai-c17/home': 'https://sites.google.com/view/lanai-c17/home',
  'https://www.google.com/maps/embed?pb=!1m18!1m12': 'https://www.google.com/maps/embed?pb=!1m18!1m12',
  'https://lookerstudio.google.com/reporting/0b1c2d3e/page/p_abc':
    'https://lookerstudio.google.com/embed/reporting/0b1c2d3e/page/p_abc',
  'https://lookerstudio.google.com/u/0/reporting/0b1c2d3e':
    'https://lookerstudio.google.com/embed/reporting/0b1c2d3e',
  'https://datastudio.google.com/embed/reporting/0b1c2d3e/page/1':
    'https://lookerstudio.google.com/embed/reporting/0b1c2d3e/page/1',
  'https://www.youtube.com/channel/UCabcdefghijklmnop/live':
    'https://www.youtube-nocookie.com/embed/live_stream?channel=UCabcdefghijklmnop&rel=0',
  'abc123def@group.calendar.google.com':
    'https://calendar.google.com/calendar/embed?src=abc123def%40group.calendar.google.com&mode=MONTH',
  '<iframe src="https://widget.example.org/7"></iframe>': 'https://widget.example.org/7',
}

/** … of hosts that let nobody frame what they share, and of hosts that nothing is known of. */
const cards: Record<'refused' | 'unknown', readonly string[]> = {
  refused: [
    'https://www.dropbox.com/scl/fi/abc123/deck.pdf?rlkey=xyz&dl=0',
    'https://www.dropbox.com/scl/fo/abc123/h?rlkey=xyz',
    'https://us02web.zoom.us/j/81234567890?pwd=abc',
    'https://zoom.us/rec/share/AbC-123',
    'https://zoom.us/meeting/register/tJabc',
    'https://join.slack.com/t/lanai/shared_invite/zt-abc',
    'https://lanai.slack.com/archives/C0123456789',
    'https://github.com/lanai/handbook',
    'https://gist.github.com/lanai/0123456789abcdef',
    'https://founders.substack.com/p/how-to-pitch',
    'https://lu.ma/c17-kickoff',
    'https://luma.com/c17-kickoff',
    'https://meet.google.com/abc-defg-hij',
    'https://photos.app.goo.gl/abc123',
    'https://maps.app.goo.gl/abc123',
    'https://lanai.sharepoint.com/:x:/s/c17/EabcDEF?e=1a2b3c',
    'https://1drv.ms/w/c/abc/xyz',
    'https://onedrive.live.com/?id=ABC',
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting',
    'https://www.linkedin.com/company/lanai',
    'https://www.eventbrite.com/e/demo-day-123',
    'https://x.com/lanai/status/1',
    'https://chat.whatsapp.com/AbCdEf',
    'https://go.glideapps.com/app/abc',
    'https://studio.softr.io/applications/abc',
    'https://calendly.com/event_types/user/me',
    'https://www.canva.link/abc',
  ],
  unknown: ['https://handbook.example.org/week-1', 'https://lanai.github.io/handbook/'],
}

const refused: Record<string, string> = {
  'https://www.loom.com/looms/videos': 'no recording of Loom',
  'https://vimeo.com/manage/videos/76979871': 'no video of Vimeo',
  'https://www.figma.com/files/team/123': 'no file of Figma',
  'https://www.canva.com/design/DAFabc123/xY-z_9/edit': 'a design as its owner edits it',
  'https://www.canva.com/templates/': 'no design of Canva',
  'https://coda.io/@lanai/handbook': 'no document of Coda',
  'https://tally.so/forms/wA1b2C/edit': 'the form as its owner edits it',
  'https://forms.office.com/Pages/DesignPageV2.aspx?id=abc': 'no form to fill in',
  'https://app.pitch.com/app/presentation/abc/def': 'a presentation as its owner edits it',
  'https://gamma.app/create': 'no document of Gamma',
  '“https://airtable.com/shrA1b2C3d4E5f6G7”': 'an address in curly quotes',
  'leilani@example.org': 'no whole address',
}

describe('a share link becomes the address that frames what it shares', () => {
  test.each(Object.entries(framed))('%s', (pasted, src) => {
    expect(matchEmbed(pasted)).toMatchObject({ ok: true, embed: { src, framing: 'allowed' } })
    // What was found is taken for the same when an editor pastes it again.
    expect(matchEmbed(src)).toMatchObject({ ok: true, embed: { src } })
  })
})

describe('what may not be framed, or is not known to be, is a card that opens it', () => {
  const rows = Object.entries(cards).flatMap(([framing, links]) => links.map((link) => ({ framing, link })))
  test.each(rows)('$framing: $link', ({ framing, link }) => {
    expect(matchEmbed(link)).toMatchObject({ ok: true, embed: { href: link, framing } })
  })
})

describe('what is no share link is refused with what to paste', () => {
  test.each(Object.entries(refused))('%s', (pasted, is) => {
    const match = matchEmbed(pasted)
    expect(match.ok ? match.embed.src : match.message).toMatch(new RegExp(`is ${is}\\. Paste .+ instead\\.$`))
  })
})
