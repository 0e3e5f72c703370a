import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { audio, buildSound, listenButton, player, plays } from '#tests/support/component/recording.ts'

const episode = (id: string, category: string) => buildPodcast({ id, title: `Talk ${id}`, categories: [category], durationSeconds: 120 })
const episodes = [
  episode('one', 'Ladies Empowerment'),
  episode('two', 'Ladies Empowerment'),
  episode('three', 'Teen Coaching'),
  episode('four', 'Book Writing'),
]
const speed = player.getByRole('combobox', { name: 'Speed' })

async function openPodcasts() {
  openFakeApi({ '/podcasts': episodes, '/get-next-action': { action: 'view', url: buildSound(120) } })
  return openPage('/podcasts')
}

async function listen(id: string) {
  await listenButton(`Talk ${id}`).click()
  await expect.element(player.getByRole('heading', { name: `Talk ${id}` })).toBeVisible()
  await plays()
}
const chooseAnother = () => userEvent.keyboard('{Escape}')

test('each program has its own speed, and a new one begins with the speed that was chosen last', async () => {
  const { unmount } = await openPodcasts()
  await listen('one')
  await speed.selectOptions('1.7×')
  expect(audio()).toMatchObject({ playbackRate: 1.7, defaultPlaybackRate: 1.7, preservesPitch: true })
  await chooseAnother()
  await listen('three')
  await expect.element(speed).toHaveValue('1.7')
  await speed.selectOptions('0.8×')
  await chooseAnother()
  await listen('two')
  await expect.element(speed).toHaveValue('1.7')
  expect(audio().playbackRate).toBe(1.7)
  await chooseAnother()
  await listen('four')
  expect(audio().playbackRate).toBe(0.8)
  await unmount()

  await openPodcasts()
  await listen('two')
  expect(audio().playbackRate).toBe(1.7)
})

test('a speed of an earlier version of the site is offered beside the steps until another one is chosen', async () => {
  localStorage.setItem('listeningSpeed', '1.25')
  await openPodcasts()
  await listen('one')
  expect(audio().playbackRate).toBe(1.25)
  await expect.element(speed).toHaveDisplayValue('1.25×')
  await speed.selectOptions('1.3×')
  expect(audio().playbackRate).toBe(1.3)
  await expect.element(speed.getByText('1.25×')).not.toBeInTheDocument()
})
