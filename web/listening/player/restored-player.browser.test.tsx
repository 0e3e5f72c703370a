import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { audio, buildSound, dock, listenButton, player, plays } from '#tests/support/component/recording.ts'

const chapters = [0, 60].map((start) => ({ start, title: `Part from ${start}` }))
const talk = buildPodcast({ id: 'talk', title: 'A long talk', slug: 'a-long-talk', durationSeconds: 120, hasChapters: true, chapters })
const other = buildPodcast({ id: 'other', title: 'Another talk', durationSeconds: 120 })
const stored = () => localStorage.getItem('openRecording')
const button = (name: string) => dock.getByRole('button', { name, exact: true })

function serve(answers: Record<string, unknown> = {}) {
  const { chapters: _, ...listed } = talk
  return openFakeApi({
    '/podcasts': [listed, other],
    '/podcasts/talk': talk,
    '/podcasts/talk/chapters.json': { version: '1.2.0', chapters: [{ startTime: 0, title: 'All' }] },
    '/get-next-action': { action: 'view', url: buildSound(120) },
    ...answers,
  })
}
const listen = (title: string) => listenButton(title).click()

/** Plays an episode up to a second and loads the page again. */
async function hearAndReload(answers: Record<string, unknown> = {}) {
  serve()
  const { unmount } = await openPage('/podcasts')
  await listen(talk.title)
  await expect.element(player).toBeVisible()
  await plays()
  await expect.poll(stored).toContain('A long talk')
  audio().pause()
  localStorage.setItem('listeningPositions', JSON.stringify([{ episode: 'talk', seconds: 83, at: Date.now() }]))
  await unmount()
  const api = serve(answers)
  await openPage('/podcasts')
  await expect.element(dock).toBeVisible()
  return api
}

test('after a reload the player is back, docked and paused where it was, without a request for the recording', async () => {
  const api = await hearAndReload()
  await expect.element(player).not.toBeInTheDocument()
  await expect.element(dock.getByText('1:23 of 2:00')).toBeVisible()
  expect(audio()).toMatchObject({ paused: true, networkState: HTMLMediaElement.NETWORK_EMPTY })
  expect(api.calls.join()).not.toMatch(/get-next-action|talk/)
  expect(await findViolations()).toEqual([])
  expect(overflows()).toBe(false)

  await button('Play').click()
  await plays()
  expect(audio().currentTime).toBeGreaterThan(83)
  await expect.element(player).not.toBeInTheDocument()
})

test('before it plays, the listener expands it, seeks and reads its chapters; playing begins there', async () => {
  const api = await hearAndReload()
  await dock.getByRole('button', { name: /Open the player/ }).click()
  await player.getByRole('button', { name: 'Forward 30 seconds' }).click()
  await expect.element(player.getByText('Chapters', { exact: true })).toBeVisible()
  expect(api.calls.join()).not.toContain('get-next-action')
  await userEvent.keyboard('k')
  await plays()
  expect(audio().currentTime).toBeGreaterThan(113)
})

test('a closed player does not return, and neither does a recording that has ended', async () => {
  await hearAndReload()
  await button('Close the player').click()
  await expect.element(dock).not.toBeInTheDocument()
  expect(stored()).toBeNull()
  await listen(other.title)
  await expect.element(player).toBeVisible()
  await plays()
  await expect.poll(stored).toContain('Another talk')
  audio().currentTime = 119.8
  await expect.poll(stored).toBeNull()
})

test('another episode that is chosen before it plays replaces it, and so does the same one', async () => {
  await hearAndReload()
  await listen(other.title)
  await expect.element(player.getByRole('heading', { name: other.title })).toBeVisible()
  await plays()
  expect(audio().currentTime).toBeLessThan(60)
  await userEvent.keyboard('{Escape}')
  await listen(talk.title)
  await expect.element(player.getByRole('heading', { name: talk.title })).toBeVisible()
  await expect.poll(() => audio().currentTime).toBeGreaterThan(83)
})

test('the same episode, chosen on its card, plays where it was', async () => {
  await hearAndReload()
  await listen(talk.title)
  await expect.element(player).toBeVisible()
  await plays()
  expect(audio().currentTime).toBeGreaterThan(83)
})

test('a recording that the listener may no longer hear says so when it is played', async () => {
  await hearAndReload({ '/get-next-action': { action: '/checkout/one' } })
  vi.mocked(console.error).mockImplementation(() => {})
  await button('Play').click()
  await expect.element(dock.getByText('Could not be played')).toBeVisible()
  await dock.getByRole('button', { name: /Open the player/ }).click()
  await expect.element(player.getByRole('alert')).toMatchTextContent('You can no longer listen to this episode.')
  vi.mocked(console.error).mockClear()
})

test('a recording of an earlier visit leaves the header of a book to its tools until it is played', async () => {
  await hearAndReload({ '/books': [buildBook({ title: 'Sow in Season', pageCount: 3 })] })
  await page.getByRole('link', { name: 'Bookshop' }).first().click()
  await page.getByRole('button', { name: 'Read Sow in Season' }).click()
  const viewer = page.getByRole('dialog', { name: 'Sow in Season' })
  await expect.element(viewer).toBeVisible()
  expect(viewer.getByRole('button', { name: /A long talk/ }).elements()).toEqual([])
})
