// @module-tag full
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { programTexts } from '#site/program-texts.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { buildSound, dock, listenButton, player, plays } from '#tests/support/component/recording.ts'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const DRAFT = 'Finish the first draft'
const EPISODES = Object.entries({
  [DRAFT]: 'Book Writing',
  'Money talks for newlyweds': 'Relationship Coaching',
  'A rule for small days': 'Spiritual and Personal Development',
  'Learn to say no': 'Personal Development',
  'Phones and Friday': 'Teen Coaching',
}).map(([title, category]) => buildPodcast({ id: title, title, categories: [category] }))

/** Filters episodes as the API does: by any of the categories, and by words in the title. */
function findEpisodes({ searchParams }: URL) {
  const categories = searchParams.get('category')?.split(',')
  const words = searchParams.get('q')?.toLowerCase() ?? ''
  return EPISODES.filter(
    (episode) =>
      episode.title.toLowerCase().includes(words) && (!categories || episode.categories.some((name) => categories.includes(name))),
  )
}

function loseConnection(): never {
  throw new TypeError('Failed to fetch')
}

const answers = () => ({
  '/podcasts': findEpisodes as unknown,
  '/authors': [] as unknown,
  '/get-next-action': { action: 'view', url: buildSound(120) },
})
const titles = () =>
  page
    .getByRole('article')
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent)
    .sort()
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const footerLink = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })

/** Plays an episode in the docked player on the podcast list. */
async function hearEpisode() {
  const api = openFakeApi(answers())
  await openPage('/podcasts')
  await listenButton(DRAFT).click()
  await expect.element(player).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dock).toBeVisible()
  return api
}

test('a program page has the episodes of its categories and no others', async () => {
  openFakeApi(answers())
  const relationships = await openPage('/programs/relationship-coaching')
  await expect.poll(titles).toEqual(['Money talks for newlyweds'])
  await relationships.unmount()

  await openPage('/programs/spiritual-and-personal-development')
  await expect.poll(titles).toEqual(['A rule for small days', 'Learn to say no'])
  await page.getByRole('link', { name: 'All Episodes' }).click()
  await expect.element(page.getByText('2 episodes found')).toBeVisible()
  expect(titles()).toEqual(['A rule for small days', 'Learn to say no'])
})

test('a program without episodes displays a note, both on its page and in the episode list that the page links to', async () => {
  const api = openFakeApi(answers())
  await openPage('/programs/gents-empowerment')
  await expect.element(page.getByText(/The first episodes are being prepared/)).toBeVisible()
  expect(titles()).toEqual([])
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
  await page.getByRole('link', { name: 'All Episodes' }).click()
  await expect.element(page.getByText('0 episodes found')).toBeVisible()
  expect(api.calls.at(-1)).toBe('/podcasts?category=Gents+Empowerment&limit=24')
})

test('a podcast search without results displays a note', async () => {
  openFakeApi(answers())
  await openPage('/podcasts?q=nothing+like+it')
  await expect.element(page.getByRole('heading', { name: 'No episodes found' })).toBeVisible()
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
})

test('a chat link opens in a new tab', async () => {
  openFakeApi(answers())
  await openPage('/programs/book-writing-coaching')
  const chat = page.getByRole('region', { name: programTexts['book-writing-coaching'].invitation.title }).getByRole('link')
  await expect.element(chat).toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\//))
  await expect.element(chat).toHaveAttribute('target', '_blank')
  await expect.element(chat).toHaveAttribute('rel', 'noopener')
})

test('following a link while offline displays an error and changes neither page nor playback', async () => {
  await hearEpisode()
  const online = vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false)
  await footerLink('Authors').click()
  await expect.element(page.getByText(/You are offline\./)).toBeVisible()
  await expect.element(heading('Podcasts')).toBeVisible()
  await plays()
  online.mockReturnValue(true)
  await footerLink('Authors').click()
  await expect.element(heading('Our Authors')).toBeVisible()
  await plays()
})

test('a failed search displays an error in the list and changes neither search box nor playback; a retry loads the list', {
  tags: ['full'],
}, async () => {
  const api = await hearEpisode()
  const search = page.getByRole('searchbox', { name: 'Search episodes' })
  const failure = page.getByRole('main').getByRole('alert')
  api.answers['/podcasts'] = loseConnection
  await search.fill('newly')
  await expect.element(failure).toMatchTextContent('The list could not be loaded.')
  await expect.element(heading('Podcasts')).toBeVisible()
  await expect.element(search).toHaveValue('newly')
  await expect.element(search).toHaveFocus()
  expect(await findViolations()).toEqual([])
  await plays()

  const tries = () => api.calls.filter((call) => call.startsWith('/podcasts?q=newly&')).length
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(tries).toBe(2)
  await expect.element(failure.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy')

  api.answers['/podcasts'] = new Response('Bad gateway', { status: 502 })
  await search.fill('newlyw')
  await expect.poll(() => api.calls.at(-1)).toContain('q=newlyw&')
  await expect.element(failure).toMatchTextContent('The list could not be loaded.')
  api.answers['/podcasts'] = findEpisodes
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('1 episode found')).toBeVisible()
  expect(titles()).toEqual(['Money talks for newlyweds'])
  await expect.element(failure).not.toBeInTheDocument()

  const online = vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false)
  api.answers['/podcasts'] = loseConnection
  await search.fill('first draft')
  await expect.element(failure).toMatchTextContent('You are offline')
  online.mockReturnValue(true)
  api.answers['/podcasts'] = findEpisodes
  await search.fill('first')
  await expect.poll(titles).toEqual([DRAFT])
  await plays()
  expect(takeErrors().length).toBeGreaterThan(0)
})

test('a page is displayed even if its list could not be fetched, and retrying the list does not stop playback', async () => {
  const api = await hearEpisode()
  api.answers['/authors'] = loseConnection
  await footerLink('Authors').click()
  await expect.element(page.getByText(/The list could not be loaded\./)).toBeVisible()
  await expect.element(heading('Our Authors')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => api.calls.filter((call) => call.startsWith('/authors')).length).toBe(2)
  api.answers['/authors'] = []
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Our authors are still writing' })).toBeVisible()
  await plays()
  expect(takeErrors().length).toBeGreaterThan(0)
})
