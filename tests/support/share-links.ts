/**
 * Links that people copy in the tools accelerators use, and what each becomes: the address that frames what it shares, a
 * card, a card that `frame: true` makes a frame, or a refusal, which says what the link is.
 */
export const shareLinks = `
  https://www.loom.com/share/0123456789abcdef0123456789abcdef -> https://www.loom.com/embed/0123456789abcdef0123456789abcdef
  https://www.loom.com/looms/videos -> no: not a Loom recording
  https://www.loom.com/share/Demo-Day-Rehearsal-0123456789abcdef0123456789abcdef -> https://www.loom.com/embed/0123456789abcdef0123456789abcdef
  https://vimeo.com/76979871 -> https://player.vimeo.com/video/76979871?dnt=1
  https://vimeo.com/76979871/8272103f6e -> https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1
  https://player.vimeo.com/video/76979871?h=8272103f6e -> https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1
  https://vimeo.com/event/4123456 -> https://vimeo.com/event/4123456/embed
  https://vimeo.com/manage/videos/76979871 -> no: not a Vimeo video
  https://vimeo.com/showcase/7008490/video/76979871 -> https://player.vimeo.com/video/76979871?dnt=1
  https://vimeo.com/lanai -> no: not a Vimeo video
  https://www.figma.com/design/AbCdEfGhIjKlMnOp/Pitch-review?node-id=1-2&t=aB3 -> https://embed.figma.com/design/AbCdEfGhIjKlMnOp/Pitch-review?embed-host=share&node-id=1-2
  https://www.figma.com/file/AbCdEfGhIjKlMnOp/Pitch-review -> https://embed.figma.com/design/AbCdEfGhIjKlMnOp/Pitch-review?embed-host=share
  https://www.figma.com/files/team/123 -> no: not a Figma file
  https://www.figma.com/design/AbCdEfGhIjKlMnOp/branch/QrStUvWxYz123456/Pitch -> https://embed.figma.com/design/QrStUvWxYz123456/Pitch?embed-host=share
  https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2FAbCdEfGhIjKlMnOp%2FPitch -> https://embed.figma.com/design/AbCdEfGhIjKlMnOp/Pitch?embed-host=share
  https://miro.com/miroverse/lean-canvas/ -> no: not a Miro board
  https://miro.com/welcomeonboard/abc -> no: an invitation to a Miro board
  https://www.canva.com/design/DAFabc123/xY-z_9/watch -> https://www.canva.com/design/DAFabc123/xY-z_9/watch?embed
  https://www.canva.com/design/DAFabc123/xY-z_9/edit -> no: the design’s edit page
  https://www.canva.com/templates/ -> no: not a Canva design
  https://www.canva.com/design/DAFabc123/view -> https://www.canva.com/design/DAFabc123/view?embed
  https://canva.link/abc123 -> card
  https://coda.io/d/Founder-Handbook_dAbCdEfGhIj/Week-1_suKlMnO -> https://coda.io/embed/AbCdEfGhIj/_suKlMnO
  https://coda.io/d/_dAbCdEfGhIj -> https://coda.io/embed/AbCdEfGhIj
  https://coda.io/@lanai/handbook -> no: not a Coda document
  https://lu.ma/event/evt-AbC123 -> https://luma.com/embed/event/evt-AbC123/simple
  https://luma.com/embed/calendar/cal-AbC123/events -> https://luma.com/embed/calendar/cal-AbC123/events
  https://lu.ma/c17-kickoff -> card
  https://cal.com/leilani/office-hours -> https://cal.com/leilani/office-hours/embed
  https://app.cal.com/event-types -> card
  https://calendly.com/leilani/office-hours -> https://calendly.com/leilani/office-hours?embed_type=Inline&hide_gdpr_banner=1
  https://calendly.com/d/abc-123-xyz/intro?month=2026-03 -> https://calendly.com/d/abc-123-xyz/intro?embed_type=Inline&hide_gdpr_banner=1&month=2026-03
  https://calendly.com/leilani?utm_source=mail -> https://calendly.com/leilani?embed_type=Inline&hide_gdpr_banner=1&utm_source=mail
  https://calendly.com/event_types/user/me -> card
  https://tally.so/r/wA1b2C?cohort=17 -> https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1&cohort=17
  <iframe data-tally-src="x" src="https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1&dynamicHeight=1"></iframe> -> https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1
  https://tally.so/forms/wA1b2C/edit -> no: the form’s edit page
  https://lanai.tally.so/r/wA1b2C -> https://tally.so/embed/wA1b2C?alignLeft=1&hideTitle=1&transparentBackground=1
  https://form.typeform.com/to/Ab12Cd34?utm_source=x -> https://form.typeform.com/to/Ab12Cd34?utm_source=x
  https://admin.typeform.com/form/Ab12Cd34/create -> no: the form’s edit page
  https://forms.office.com/r/aB3dE5fG7h -> https://forms.office.com/r/aB3dE5fG7h?embed=true
  https://forms.office.com/Pages/ResponsePage.aspx?id=abc_-123 -> https://forms.office.com/Pages/ResponsePage.aspx?embed=true&id=abc_-123
  https://forms.office.com/Pages/DesignPageV2.aspx?id=abc -> no: not a form that people can fill in
  https://view.officeapps.live.com/op/view.aspx?src=https%3A%2F%2Fexample.org%2Fa.docx -> https://view.officeapps.live.com/op/embed.aspx?src=https%3A%2F%2Fexample.org%2Fa.docx
  <iframe src="https://onedrive.live.com/embed?resid=ABC%21123&authkey=xyz&em=2"></iframe> -> https://onedrive.live.com/embed?resid=ABC%21123&authkey=xyz&em=2
  https://1drv.ms/x/c/abc/xyz?em=2&wdHideGridlines=True -> https://1drv.ms/x/c/abc/xyz?em=2&wdHideGridlines=True
  https://lanai.sharepoint.com/sites/c17/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D&action=embedview -> https://lanai.sharepoint.com/sites/c17/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D&action=embedview
  https://1drv.ms/w/c/abc/xyz -> card
  https://outlook.office365.com/owa/calendar/Lanai@example.org/bookings/ -> https://outlook.office365.com/owa/calendar/Lanai@example.org/bookings/
  https://www.dropbox.com/scl/fi/abc123/deck.pdf?rlkey=xyz&dl=0 -> card
  https://us02web.zoom.us/j/81234567890?pwd=abc -> card
  https://github.com/lanai/handbook -> card
  https://lanai.github.io/ -> card or frame
  https://pitch.com/v/demo-day-abc123 -> https://pitch.com/embed-link/demo-day-abc123
  https://pitch.com/public/01234567-89ab-cdef-0123-456789abcdef -> https://pitch.com/embed/01234567-89ab-cdef-0123-456789abcdef
  https://app.pitch.com/app/presentation/abc/def -> no: the presentation’s edit page
  https://gamma.app/docs/Demo-Day-1a2b3c4d5e6f7g8 -> https://gamma.app/embed/1a2b3c4d5e6f7g8
  https://gamma.app/create -> no: not a Gamma document
  https://lanai.softr.app/mentors -> https://lanai.softr.app/mentors
  https://studio.softr.io/applications/abc -> card
  https://lanai.glide.page/dl/abc -> https://lanai.glide.page/dl/abc
  https://airtable.com/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7 -> no: a page of an Airtable interface, which only people invited to it can open
  https://airtable.com/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7/form -> https://airtable.com/embed/appZ9y8X7w6V5u4T3/pagK1l2J3h4G5f6D7/form
  https://lanai.notion.site/Perks-0123456789abcdef0123456789abcdef -> https://lanai.notion.site/ebd/0123456789abcdef0123456789abcdef
  abc123def@group.calendar.google.com -> https://calendar.google.com/calendar/embed?src=abc123def%40group.calendar.google.com&mode=MONTH
  https://calendar.app.google/abc -> no: a short link, which only Google can look up
  https://calendar.google.com/calendar/u/0?cid=ZXZlbnRzQGdyb3VwLmNhbGVuZGFyLmdvb2dsZS5jb20 -> https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=MONTH
  https://calendar.google.com/calendar/ical/events%40group.calendar.google.com/public/basic.ics -> https://calendar.google.com/calendar/embed?src=events%40group.calendar.google.com&mode=MONTH
  https://calendar.google.com/calendar/ical/a%40example.org/private-0f1e2d/basic.ics -> no: the calendar’s secret address, which lets anyone who has it read everything
  https://calendar.google.com/calendar/u/0/appointments/schedules/AcZssZ0abc?gv=true -> https://calendar.google.com/calendar/appointments/schedules/AcZssZ0abc?gv=true
  https://docs.google.com/document/d/e/2PACX-1vRabc/pub -> https://docs.google.com/document/d/e/2PACX-1vRabc/pub?embedded=true
  https://docs.google.com/document/u/0/ -> no: the list of your documents, not one of them
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?gid=7#gid=7 -> https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit?rm=minimal&gid=7#gid=7
  https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml -> https://docs.google.com/spreadsheets/d/e/2PACX-1vSabc/pubhtml?widget=true&headers=false
  https://docs.google.com/spreadsheets/d/1sHeEt_Id/export?format=csv -> no: a link that downloads or copies the spreadsheet
  https://docs.google.com/presentation/d/1sLiDe_Id/edit#slide=id.p -> https://docs.google.com/presentation/d/1sLiDe_Id/embed?start=false&loop=false#slide=id.p
  https://forms.gle/aBcDeFgHiJk -> no: a short link, which only Google can look up
  https://docs.google.com/forms/d/1fOrM_Id/edit -> no: the form’s edit page
  https://drive.google.com/drive/folders/1fOlDeR_Id?usp=sharing -> https://drive.google.com/embeddedfolderview?id=1fOlDeR_Id#list
  https://drive.google.com/file/d/1fIlE_Id/view?usp=drive_link -> https://drive.google.com/file/d/1fIlE_Id/preview
  https://sites.google.com/view/lanai-c17/home -> https://sites.google.com/view/lanai-c17/home
  https://www.google.com/maps/embed?pb=!1m18!1m12 -> https://www.google.com/maps/embed?pb=!1m18!1m12
  https://www.google.com/maps/d/viewer?mid=abc -> https://www.google.com/maps/d/embed?mid=abc
  https://www.google.com/maps/place/Lanai -> card
  https://lookerstudio.google.com/reporting/0b1c2d3e/page/p_abc -> https://lookerstudio.google.com/embed/reporting/0b1c2d3e/page/p_abc
  https://datastudio.google.com/embed/reporting/0b1c2d3e/page/1 -> https://lookerstudio.google.com/embed/reporting/0b1c2d3e/page/1
  https://docs.google.com/drawings/d/1dRaW_Id/edit -> https://docs.google.com/drawings/d/1dRaW_Id/preview
  https://docs.google.com/drawings/d/e/2PACX-abc/pub?w=960&h=720 -> https://docs.google.com/drawings/d/e/2PACX-abc/pub?w=960&h=720
  https://www.youtube.com/channel/UCabcdefghijklmnop/live -> https://www.youtube-nocookie.com/embed/live_stream?channel=UCabcdefghijklmnop&rel=0
  https://www.youtube.com/playlist?list=PLabc -> https://www.youtube-nocookie.com/embed/videoseries?list=PLabc&rel=0
  https://www.youtube.com/live/abcdefghijk -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0
  https://www.youtube.com/watch?v=abcdefghijk&list=PLabc&index=3 -> https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0&list=PLabc&index=3
  https://founders.substack.com/embed -> https://founders.substack.com/embed
  https://founders.substack.com/p/how-to-pitch -> card
  <iframe src="https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:7000000000000000001" height="665"></iframe> -> https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:7000000000000000001
  https://lanai.sharepoint.com/sites/c17/_layouts/15/embed.aspx?UniqueId=0b1c2d3e -> https://lanai.sharepoint.com/sites/c17/_layouts/15/embed.aspx?UniqueId=0b1c2d3e
  https://discord.com/widget?id=123456789&theme=dark -> https://discord.com/widget?id=123456789&theme=dark
  https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Flanai%2Fposts%2F1 -> https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Flanai%2Fposts%2F1
  https://www.linkedin.com/posts/leilani_demo-day-7000000000000000001 -> card
  https://www.instagram.com/lanai/reel/CabC_123/?igsh=abc -> https://www.instagram.com/reel/CabC_123/embed/
  https://www.instagram.com/lanai/ -> card
`
