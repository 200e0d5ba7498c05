import { expect, test } from 'vitest'
import { FIELDS, SHOWN, useMistakes, VIDEO, video, WEEK, type Mistake } from '../support/mistakes.ts'

const EVENT = 'src/content/events/lunch.yaml'
const NEWS = 'src/content/announcements/demo.md'

const { saidOf } = useMistakes()

/** What is wrong with names, places, days, links and transcripts, and everything that is said of it. */
const mistakes: readonly Mistake[] = [
  [
    'another ending',
    'src/content/pages/alumni.yml',
    SHOWN,
    '1:1 Files here are named with small letters, digits and hyphens, and .yaml, as addresses are. Rename it to alumni.yaml.',
  ],
  [
    'an ending that the system added',
    'src/content/pages/alumni.yaml.txt',
    SHOWN,
    '1:1 Files here are named with small letters, digits and hyphens, and .yaml, as addresses are. Rename it to alumni.yaml.',
  ],
  [
    'capital letters',
    'src/content/pages/Alumni.yaml',
    SHOWN,
    '1:1 Files here are named with small letters, digits and hyphens, and .yaml, as addresses are. Rename it to alumni.yaml.',
  ],
  [
    'a copy',
    'src/content/pages/alumni (1).yaml',
    SHOWN,
    '1:1 Files here are named with small letters, digits and hyphens, and .yaml, as addresses are. Rename it to alumni-1.yaml.',
  ],
  [
    'a picture among pages',
    'src/content/pages/logo.png',
    '',
    '1:1 Nothing reads this file: only .yaml files are read here. Move it away; pictures lie in the folder public.',
  ],
  [
    'a page in a folder of its own',
    'src/content/pages/old/alumni.yaml',
    SHOWN,
    '1:1 Nothing reads a file here. Pages lie in src/content/pages itself, events in src/content/events, announcements in src/content/announcements, videos in src/content/playlist/<cohort>/<week>: move it, or delete it.',
  ],
  [
    'a folder that is misspelled',
    'src/content/page/alumni.yaml',
    SHOWN,
    '1:1 Nothing reads a file here. Pages lie in src/content/pages itself, events in src/content/events, announcements in src/content/announcements, videos in src/content/playlist/<cohort>/<week>: move it, or delete it.',
  ],
  [
    'an announcement with a space',
    'src/content/announcements/Demo Day.md',
    '',
    '1:1 Files here are named with small letters, digits and hyphens, and .md, as addresses are. Rename it to demo-day.md.',
  ],
  [
    'a day in another order',
    VIDEO,
    video('date: 06/27/2025\n'),
    '4:7 Write a day as year-month-day, such as 2025-06-02.',
  ],
  [
    'a month that has no 31st',
    EVENT,
    'title: Lunch\nstarts: 2025-06-31 12:00\n',
    '2:9 No calendar has 2025-06-31. Write a day and a time on the programme’s clock, such as 2025-06-04 17:30.',
  ],
  [
    'a time without its first digit',
    EVENT,
    'title: Lunch\nstarts: 2025-06-04 9:00\n',
    '2:9 Write a day and a time on the programme’s clock, such as 2025-06-04 17:30.',
  ],
  [
    'a length with its unit',
    EVENT,
    'title: Lunch\nstarts: 2025-06-04 09:00\nminutes: 60 min\n',
    '3:10 `minutes` must be a number, without words.',
  ],
  [
    'an announcement that ends first',
    NEWS,
    '---\ntitle: A\nfrom: 2025-06-02\nuntil: 2025-06-01\n---\n',
    '4:8 It would end before it begins. Write a later day.',
  ],
  [
    'a video of another site',
    VIDEO,
    '---\ntitle: Extra\nvideoId: https://vimeo.com/76979871\n---\n',
    '3:10 “https://vimeo.com/76979871” is no video on YouTube. Paste its address, such as https://youtu.be/xxxxxxxxxxx, or its 11 characters.',
  ],
  [
    'a list of videos',
    VIDEO,
    '---\ntitle: Extra\nvideoId: https://www.youtube.com/playlist?list=PLabc\n---\n',
    '3:10 “https://www.youtube.com/playlist?list=PLabc” is no video on YouTube. Paste its address, such as https://youtu.be/xxxxxxxxxxx, or its 11 characters.',
  ],
  [
    'a field that is half written',
    VIDEO,
    video('alias: Old\n'),
    '4:1 `alias` is no field here. Did you mean `aliases`?',
  ],
  [
    'no end of the fields',
    VIDEO,
    `---\n${FIELDS}\nWords: here\n`,
    '4:1 The fields have no end. Write a line of --- here, below the last of them.',
  ],
  [
    'an empty line above the fields',
    VIDEO,
    `\n${video()}`,
    '1:1 Nothing may stand above the first line of ---, not even an empty line or a space. Delete it.',
  ],
  [
    'dashes instead of hyphens',
    VIDEO,
    video().replaceAll('---', '—'),
    '1:1 This line must be three hyphens and nothing else: ---.',
  ],
  [
    'a link to no page',
    VIDEO,
    video('', '\nSee [here](/tolls).'),
    '6:12 No page is at /tolls. Did you mean /tools? Otherwise create src/content/pages/tolls.yaml.',
  ],
  [
    'a link to no video',
    VIDEO,
    video('', '\nSee [this](/video-playlist#Onbording) and [that](#Nope).'),
    '6:12 No video is at #Onbording. Did you mean #Onboarding?',
    '6:50 No video is at #Nope. Copy the address from “Share” below the video.',
  ],
  [
    'a link without a beginning',
    VIDEO,
    video('', 'More:\n\n- <a href="www.example.org">there</a>'),
    '7:12 Write a path of this site, such as /calendar, or a whole address that begins with https:// or mailto:.',
  ],
  [
    'nothing: links that lead somewhere, and code',
    VIDEO,
    video('', '[a](/tools) [b](#onboarding&t=60) [c](https://example.org) `[d](/none)`'),
  ],
  [
    'a picture from elsewhere',
    VIDEO,
    video('', '![Slide](https://example.org/a.png)'),
    '5:10 Pictures are shown from the folder public alone. Put the file there and write its path, such as /week-1.png, or link to it: without the exclamation mark.',
  ],
  [
    'a number twice',
    `${WEEK}/01-welcome.md`,
    video(),
    '1:1 01-onboarding.md has the number 01, too, and numbers give the order. Give this one another.',
  ],
  [
    'a week’s folder with a space',
    'src/content/playlist/cohort-17/Week 14/01-a.md',
    video(),
    'src/content/playlist/cohort-17/Week 14:1:1 Folders are named with small letters a–z, digits and single hyphens, such as 03-week-3. Rename it to week-14.',
    'src/content/playlist/cohort-17/Week 14/index.md:1:1 This file is missing. It holds the title that members read: a line of ---, title: …, and ---.',
  ],
  [
    'a week without its title',
    'src/content/playlist/cohort-17/14-week-14/01-a.md',
    video(),
    'src/content/playlist/cohort-17/14-week-14/index.md:1:1 This file is missing. It holds the title that members read: a line of ---, title: …, and ---.',
  ],
  [
    'a video beside the weeks',
    'src/content/playlist/cohort-17/04-a.md',
    video(),
    '1:1 Nothing reads this file. Videos are <cohort>/<week>/<number>-<name>.md; a transcript has its video’s name and .vtt.',
  ],
  [
    'captions of another kind',
    `${WEEK}/01-onboarding.srt`,
    '1\n',
    '1:1 A transcript is a WebVTT file with its video’s name. Download it as .vtt (in YouTube Studio: “Subtitles”, ⋮, “Download”, .vtt) in place of this one.',
  ],
  [
    'a transcript in capital letters',
    `${WEEK}/03-a.VTT`,
    'WEBVTT\n',
    '1:1 Files are named with small letters a–z, digits and single hyphens, and .md or .vtt, such as 01-welcome.md. Rename it to 03-a.vtt.',
  ],
  [
    'a transcript of no video',
    `${WEEK}/01-onbording.vtt`,
    'WEBVTT\n\n00:01.000 --> 00:02.000\nAloha\n',
    '1:1 No video here has this name. Did you mean 01-onboarding.vtt?',
  ],
  [
    'a comma in a transcript’s times',
    `${WEEK}/01-onboarding.vtt`,
    'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nAloha\n',
    '3:1 Seconds have a full stop here, not a comma: 00:12:34.000 --> 00:12:39.500. Replace it in all lines of times, or download the transcript as .vtt.',
  ],
  [
    'an end before its beginning',
    `${WEEK}/01-onboarding.vtt`,
    'WEBVTT\n\n00:01.000 --> 00:02.000\nAloha\n\n00:05.000 --> 00:02.000\nAgain\n',
    '6:1 This ends before it begins. Write the later time behind the arrow.',
  ],
  [
    'a short arrow',
    `${WEEK}/01-onboarding.vtt`,
    'WEBVTT\n\n00:01.000 -> 00:02.000\nAloha\n',
    '3:1 Between two times stands -->, with two hyphens and spaces around it.',
  ],
  [
    'a transcript without its first line',
    `${WEEK}/01-onboarding.vtt`,
    '00:01.000 --> 00:02.000\nAloha\n',
    '1:1 A transcript begins with the word WEBVTT on a line of its own.',
  ],
]

test.for(mistakes)('%s', async ([, file, text, ...said]) => {
  expect(await saidOf(file, text)).toEqual(said)
})
