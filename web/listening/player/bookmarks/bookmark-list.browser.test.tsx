import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { audio, buildSound, listenButton, player, plays } from '#tests/support/component/recording.ts'

const chapters = [0, 60].map((start) => ({ start, title: `Part from ${start}` }))
const talk = buildPodcast({ id: 'talk', title: 'A long talk', slug: 'a-long-talk', durationSeconds: 120, chapters })
const stored = () => JSON.parse(localStorage.getItem('soundBookmarks') ?? '[]')
const bookmarks = player.getByRole('list', { name: 'Bookmarks' }).getByRole('listitem')
const button = (name: string) => player.getByRole('button', { name, exact: true })
const note = player.getByRole('textbox', { name: 'Note (optional)' })

/** Plays an episode, paused at a second. */
async function hearAt(seconds: number) {
  openFakeApi({ '/podcasts': [talk], '/get-next-action': { action: 'view', url: buildSound(120) } })
  await openPage('/podcasts')
  await listenButton().click()
  await expect.element(player).toBeVisible()
  await plays()
  audio().pause()
  audio().currentTime = seconds
  await expect.poll(() => audio().seeking).toBe(false)
}
const openList = () => player.getByText('Bookmarks', { exact: true }).click()

test('a moment is bookmarked by one tap, listed with the title of its chapter, and returned to', async () => {
  await hearAt(83.6)
  await openList()
  await expect.element(player.getByText(/^No bookmarks yet/)).toBeVisible()
  await button('Bookmark this moment').first().click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Bookmarked 1:23' })).toBeInTheDocument()
  expect(stored()).toEqual([{ recording: 'talk', seconds: 83 }])
  await expect.element(bookmarks).toMatchTextContent('1:23Part from 60')
  audio().currentTime = 5
  await button('1:23 Part from 60').click()
  await expect.poll(() => audio().currentTime).toBe(83)
})

test('a note is about the second at which the listener began to type it, and typing it controls nothing', async () => {
  await hearAt(83)
  await openList()
  await note.click()
  await userEvent.keyboard('k')
  expect(audio().paused).toBe(true)
  audio().currentTime = 100
  await userEvent.keyboard('eep this{Enter}')
  await expect.element(bookmarks).toMatchTextContent('1:23keep this')
  await expect.element(note).toHaveValue('')
  expect(audio()).toMatchObject({ paused: true, currentTime: 100 })

  await button('Edit the note at 1:23').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(player).toBeVisible()
  await expect.element(bookmarks).toMatchTextContent('1:23keep this')
  await button('Edit the note at 1:23').click()
  await player.getByRole('textbox', { name: 'Note at 1:23' }).fill('kept')
  await userEvent.keyboard('{Enter}')
  await expect.element(bookmarks).toMatchTextContent('1:23kept')
  expect(stored()).toEqual([{ recording: 'talk', seconds: 83, note: 'kept' }])
})

test('a removed bookmark is restored with its note, and the list is usable at each window size', async () => {
  localStorage.setItem(
    'soundBookmarks',
    JSON.stringify([
      { recording: 'talk', seconds: 90, note: 'a note that is longer than one line of a phone is wide' },
      { recording: 'other', seconds: 3 },
      { recording: 'talk', seconds: 7 },
      { recording: 'talk', seconds: 700 },
    ]),
  )
  await hearAt(1)
  await openList()
  await expect.poll(() => bookmarks.elements().map((row) => row.querySelector('span')?.textContent)).toEqual(['0:07', '1:30', '11:40'])
  await expect.element(button('11:40 After the end of this recording')).toBeDisabled()
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
  await button('Remove the bookmark at 1:30').click()
  await expect.poll(() => stored()).toHaveLength(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(button('1:30 a note that is longer than one line of a phone is wide')).toBeVisible()
})

test('a link to the second is shared, copied, or displayed where neither is possible', async () => {
  const url = `${location.origin}/podcasts/a-long-talk#t=83`
  await hearAt(83)
  await openList()
  const share = vi.fn(async () => {})
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  await button('Share from this moment').click()
  expect(share).toHaveBeenCalledWith({ title: 'A long talk', text: '“A long talk” from 1:23', url })
  Reflect.deleteProperty(navigator, 'share')

  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await button('Share from this moment').click()
  await expect.poll(() => write.mock.calls).toEqual([[url]])
  write.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
  await button('Share from this moment').click()
  await expect.element(player.getByText(url)).toBeVisible()
})

test.each([
  ['plays from there', 0, true],
  ['opens the page of a priced book without playing', 5, false],
])('a link to a second of an audiobook %s', async (_, price, isPlayed) => {
  const editions = [
    {
      format: 'audio' as const,
      url: 'book.mp3',
      type: 'audio/mpeg',
      bytes: 1000,
      previewUrl: null,
      durationSeconds: 120,
      lowBitrate: null,
    },
  ]
  const book = buildBook({ price, hasAudio: true, editions })
  const api = openFakeApi({
    '/books': [book],
    '/books/sow-in-season': book,
    '/authors': [],
    '/owned-items': { items: [] },
    '/get-next-action': { action: 'view', url: buildSound(120) },
  })
  history.replaceState(history.state, '', '#t=83')
  await openPage('/books/sow-in-season#t=83')
  await expect.element(page.getByRole('heading', { name: 'Listen to this book' })).toBeVisible()
  await expect.poll(() => location.hash).toBe('')
  if (isPlayed) {
    await expect.element(player).toBeVisible()
    await plays()
    expect(audio().currentTime).toBeGreaterThan(83)
  } else {
    await expect.element(player).not.toBeInTheDocument()
    expect(api.calls.join()).not.toContain('get-next-action')
  }
})
