import { beforeEach, expect, test, vi } from 'vitest'
import { fetchAs } from '#src/edit/app-token.ts'
import { plainMember } from '../fakes/member.ts'

const member = { ...plainMember, fullName: 'Kai' }
const send = vi.fn<typeof fetch>()
const ask = (path: string, token: string) =>
  fetchAs(member, send)(`https://api.github.com${path}`, {
    headers: { authorization: `token ${token}` },
  })

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://portal.example' })
  send.mockReset().mockImplementation(() => Promise.resolve(new Response(null, { status: 401 })))
  return () => void vi.unstubAllGlobals()
})

test('the member stands in for the user of an app’s token', async () => {
  const answer = await ask('/user', 'ghs_1')
  expect(await answer.json()).toMatchObject({ id: member.id, login: 'Kai' })
  expect((await ask('/repos/a/b/collaborators/Kai', 'ghs_1')).status).toBe(204)
  expect(send).not.toHaveBeenCalled()
})

test('an ended token is refused with what to do', async () => {
  const answer = await ask('/graphql', 'ghs_1')
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { message: expect.stringContaining('reload the page') as string },
  ])
})

test('a request without a network says that nothing is lost', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask('/graphql', 'ghs_1')).rejects.toThrow('What you typed is kept')
})

test.each(['/user', '/repos/a/b/collaborators/Kai', '/graphql'])(
  'a token of somebody’s own is asked of GitHub: %s',
  async (path) => {
    expect(await (await ask(path, 'github_pat_1')).text()).toBe('')
    expect(send).toHaveBeenCalledOnce()
  },
)
