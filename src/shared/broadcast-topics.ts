import * as z from 'zod/mini'

/** Emails to all members, by topic: what the account says of each. A member subscribes to each topic, and its own link unsubscribes. */
export const broadcastTopicTexts = {
  weekly: {
    title: 'The week ahead',
    text: 'Once a week: your sessions, what’s due, what to watch and announcements.',
  },
  deadlines: {
    title: 'Deadlines',
    text: 'A day before each deadline and 3 hours before, until you tick ‘Done’.',
  },
  sessions: { title: 'Sessions', text: 'An hour before each session.' },
  announcements: { title: 'Announcements', text: 'When the team writes to everyone.' },
} as const

export type BroadcastTopic = keyof typeof broadcastTopicTexts
export const broadcastTopics = Object.keys(broadcastTopicTexts) as BroadcastTopic[]

export const SubscribedTopics = z.array(z.enum(broadcastTopics))
