const group = (title: string) => `---\ntitle: ${title}\n---\n`
const video = (title: string, id: string) =>
  `---\n"title":   ${title}\nvideoId:   https://youtu.be/${id}\n---\n`

/**
 * What another programme has written, by path below `src/content`: a new cohort, brand and menu, in a style of its own.
 * Nothing in it is a mistake.
 */
export const anotherProgramme: Record<string, string> = {
  'site.yaml': [
    '{brand: "Kona Works",program: "Cohort 18",',
    "   'season': 'Fall 2026', timezone: \"America/Los_Angeles\",",
    '   copyright: "© 2026 Kona Works", contact: hello@kona.example.org,tagline: "Work, in the shade." }',
    '',
  ].join('\n'),
  'navigation.yaml': `
groups:
    -   label:    "Start"
        href:     /start-here
        icon:     compass
        children: []
    -   {label: 'Recordings', href: /video-playlist, icon: play, children: [ {label: People, href: /people} ]}
channels: [ ]
social:
-   {  label: "Web"  , href: "https://kona.example.org"  , icon: globe }`,
  'home.yaml': `
heading:     "Hello"
description: >-
    Everything of Cohort 18,
    folded over two lines.
cards: [{title: Start, text: "Read me first", href: /start-here, icon: compass}]


banner: {title: New here?, text: "One page.", action: Read it, href: /start-here, until: cohort-18/01-kickoff/01-hello}
`,
  'pages/start-here.yaml': `title: "Start here"\ndescription: 'What to do first'\nadds: "the first steps"\n`,
  'pages/people.yaml': `
"title": People
"description": |-
  Who is who.
embed:     "https://airtable.com/appKona1234567890/shrKonaPeople1234"
`,
  'pages/video-playlist.yaml': 'title: Recordings\ndescription: All of them.',
  'events/demo-night.yaml':
    'title: "Demo night"\nstarts:   2026-01-05 18:00\nrepeats: "FREQ=MONTHLY;BYDAY=1MO"\n',
  'playlist/cohort-18/index.md': group('Cohort 18'),
  'playlist/cohort-18/01-kickoff/index.md': group('"Kick-off"'),
  'playlist/cohort-18/01-kickoff/01-hello.md': video('Hello', 'konaVideo01'),
  'playlist/cohort-18/01-kickoff/02-rules.md': `${video("'Rules: Ours'", 'konaVideo02')}\n* one\n* two`,
  'playlist/cohort-18/02-sales/index.md': group('Sales'),
  'playlist/cohort-18/02-sales/01-first-call.md': video('The First Call', 'konaVideo03'),
}
