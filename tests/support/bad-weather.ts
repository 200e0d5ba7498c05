import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { openBlobsWay, type BlobsWay } from './blobs-way.ts'
import { openDatabaseWay } from './database-way.ts'
import { mailTrouble, type Misbehaviour } from './mail-trouble.ts'
import type { Chance } from './seeded.ts'

/** All that a portal needs, in moods that change: database, mail, webhook and pictures, each by itself. */
export async function openBadWeather(
  databaseHttpUrl: string,
  directory: string,
  chance: Chance,
): Promise<Weather> {
  const database = await openDatabaseWay(databaseHttpUrl)
  const blobs = await startBlobs({ directory, token: 'secret' })
  const pictures = await openBlobsWay(blobs.context)
  const webhook = await openWebhook(() => (isBad ? chance.number() : 1))
  let isBad = false
  const trouble = () => (isBad && chance.number() < 0.3 ? chance.oneOf(mailTroubles) : undefined)
  const mailbox = await startMailbox({
    directory: null,
    host: '127.0.0.1',
    port: 0,
    middleware: [mailTrouble(trouble)],
  })
  return {
    database,
    mailbox,
    env: {
      DATABASE_HTTP_URL: database.url,
      NETLIFY_BLOBS_CONTEXT: pictures.context,
      WEBHOOK_URL: webhook.url,
      WEBHOOK_SECRET: 'a secret of sixteen letters',
      WEBHOOK_ALLOW_LOOPBACK: '1',
    },
    told: webhook.told,
    blobsContext: blobs.context,
    change() {
      isBad = chance.number() < 0.5
      database.mend()
      Object.assign(pictures, { refusals: 0, asked: [], mood: 'refuses' } satisfies Partial<BlobsWay>)
      if (!isBad) return
      database.break(chance.oneOf(databaseTroubles) ?? 'refuses', 1 + chance.below(4))
      pictures.refusals = chance.below(3)
      pictures.mood = chance.oneOf(pictureMoods) ?? 'refuses'
    },
    calm() {
      isBad = false
      database.mend()
      pictures.refusals = 0
    },
    async close() {
      database.close()
      pictures.close()
      webhook.close()
      await mailbox.close()
      await blobs.close()
    },
  }
}

const databaseTroubles = [
  ...(['refuses', 'hangs', 'talks nonsense', 'is slow', 'has no compute'] as const),
  ...(['restarts', 'loses the answer', 'breaks off', 'is full'] as const),
]

const pictureMoods = ['refuses', 'is silent', 'is full', 'breaks off', 'loses the answer'] as const

const mailTroubles: Misbehaviour[] = [
  { is: 'refusing', answer: { status: 500, body: { ErrorCode: 0, Message: 'Out of order.' } } },
  { is: 'refusing', answer: { status: 200, body: [] } },
  { is: 'hanging' },
  { is: 'dropping' },
]

/** Another system, which counts what it took whether or not its answer arrives. */
async function openWebhook(luck: () => number) {
  const told: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const mood = luck()
      if (mood < 0.08) return void response.writeHead(500).end()
      if (mood < 0.12) return
      told.push((JSON.parse(body) as { email: string }).email)
      if (mood < 0.16) return void response.destroy()
      if (mood < 0.2)
        return void response.writeHead(200, { 'content-length': 9 }).write('b', () => response.destroy())
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    told,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface Weather {
  database: { url: string }
  mailbox: Mailbox
  /** The settings of a portal that meets it. */
  env: Record<string, string>
  /** Of whom the other system was told, as often as it was. */
  told: string[]
  /** The way to the pictures past the weather. */
  blobsContext: string
  /** Another weather: good as often as bad. */
  change: () => void
  calm: () => void
  close: () => Promise<void>
}
