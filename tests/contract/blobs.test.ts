import { getDeployStore, getStore } from '@netlify/blobs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
import { startBlobsProxy, type BlobsProxy } from '../support/blobs-proxy.ts'
import { fillDeployStore } from '../../netlify/local/deploy-store.ts'
import { emptyDeployStore, writeToDeployStore } from '../../tools/deploy-store.ts'

let directory: string
let blobs: Blobs

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lanai-blobs-'))
  blobs = await startBlobs({ directory, token: 'secret' })
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
})
afterEach(async () => {
  await blobs.close()
  await rm(directory, { recursive: true })
})

test('A picture comes back byte for byte, with its metadata', async () => {
  const store = getStore('avatars')
  const bytes = new Uint8Array([0, 255, 137, 80, 78, 71])
  await store.set('member/one', bytes.buffer, { metadata: { type: 'image/png' } })
  const found = await store.getWithMetadata('member/one', { type: 'arrayBuffer' })
  expect(new Uint8Array(found.data)).toEqual(bytes)
  expect(found.metadata).toEqual({ type: 'image/png' })
})

test('A key that begins with another one is a key of its own: nothing is there until it is stored', async () => {
  const store = getDeployStore()
  await store.set('vault/places.json', 'x')
  expect(await store.get('vault/places.json/favicon.svg')).toBeNull()
  expect(await store.getWithMetadata('vault/places.json/x/y', { type: 'arrayBuffer' })).toBeNull()
})

test('What was never stored, or was deleted, is null', async () => {
  const store = getStore({ name: 'avatars', consistency: 'strong' })
  await store.set('gone', 'x')
  await store.delete('gone')
  expect(await store.get('gone')).toBeNull()
  expect(await store.get('never')).toBeNull()
})

test('Stored pictures are there after a restart', async () => {
  await getStore('avatars').set('kept', 'picture')
  await blobs.close()
  blobs = await startBlobs({ directory, token: 'secret' })
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  expect(await getStore('avatars').get('kept')).toBe('picture')
})

test('Without the token nothing can be read', async () => {
  await getStore('avatars').set('private', 'picture')
  const { edgeURL, siteID } = JSON.parse(Buffer.from(blobs.context, 'base64').toString()) as Record<
    string,
    string
  >
  expect((await fetch(`${edgeURL}/${siteID}/site:avatars/private`)).status).toBe(403)
})

describe('a store that refuses a picture', () => {
  let way: BlobsProxy
  beforeEach(async () => {
    way = await startBlobsProxy(blobs.context)
    process.env.NETLIFY_BLOBS_CONTEXT = way.context
  })
  afterEach(() => {
    way.close()
  })

  const picture = new Uint8Array([0, 255, 137, 80])

  test('once, and takes it a moment later: it is there, once', async () => {
    way.refusals = 1
    const store = createAvatarStore()
    await store.put('member/one', picture)
    expect([await store.read('member/one'), await store.list()]).toEqual([picture, ['member/one']])
    expect(way.asked.filter((method) => method === 'PUT')).toHaveLength(2)
  })

  test('for good: that is said after the second try, and nothing is left over', async () => {
    way.refusals = Infinity
    const store = createAvatarStore()
    await expect(store.put('member/one', picture)).rejects.toMatchObject({ status: 403 })
    expect(way.asked).toEqual(['PUT', 'PUT'])
    expect(await store.list()).toEqual([])
  })

  test('or says nothing at all: nobody waits for all the tries of its own client', async () => {
    Object.assign(way, { refusals: Infinity, isSilent: true })
    await expect(createAvatarStore(50).put('member/one', picture)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    expect(await createAvatarStore().list()).toEqual([])
  })
})

test('A deploy’s own store holds what its build has left, and nothing of an earlier one', async () => {
  const metadata = { type: 'text/html', etag: '"1"' }
  const deploy = async (key: string) => {
    await emptyDeployStore(directory)
    await writeToDeployStore(directory, key, { bytes: Buffer.from(key), metadata })
    await fillDeployStore(directory)
  }
  await deploy('vault/gone.html')
  await deploy('vault/folder/page.html')
  const store = getDeployStore()
  expect(await store.getWithMetadata('vault/folder/page.html')).toMatchObject({
    data: 'vault/folder/page.html',
    metadata,
  })
  expect(await store.get('vault/gone.html')).toBeNull()
})
