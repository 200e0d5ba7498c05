import { getDeployStore, getStore } from '@netlify/blobs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
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
