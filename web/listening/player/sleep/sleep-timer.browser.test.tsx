import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { audio, buildSound, dock, listenButton, player, plays } from '#tests/support/component/recording.ts'

const PROGRAM = 'Ladies Empowerment'
const chapters = [0, 4, 60].map((start) => ({ start, title: `From ${start}` }))
const talk = buildPodcast({ id: 'talk', title: 'A long talk', categories: [PROGRAM], durationSeconds: 120, chapters })
const short = buildPodcast({ id: 'short', title: 'A short talk', categories: [PROGRAM], durationSeconds: 1 })

const sleep = player.getByRole('button', { name: /^Sleep timer/ })
const choices = player.getByRole('group', { name: 'Sleep timer' })
const choice = (name: string) => choices.getByRole('button', { name, exact: true })

async function hear(id: 'talk' | 'short') {
  const sound = { talk: buildSound(120), short: buildSound(1) }
  const api = openFakeApi({
    '/podcasts': [talk, short],
    '/podcasts/short/next': { next: talk },
    '/get-next-action': (_: URL, body: string) => ({ action: 'view', url: sound[JSON.parse(body).productId as 'talk' | 'short'] }),
  })
  await openPage('/podcasts')
  await listenButton(id === 'talk' ? talk.title : short.title).click()
  await expect.element(player).toBeVisible()
  return api
}

test('a timer is chosen by keyboard, says how long it runs on its button only, and is turned off', async () => {
  await hear('talk')
  await plays()
  await expect.element(sleep).toMatchTextContent('Sleep')
  sleep.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(choice('20 min')).toBeVisible()
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
  choice('20 min').element().focus()
  await userEvent.keyboard(' ')
  await expect.element(choices).not.toBeInTheDocument()
  await expect.element(sleep).toHaveFocus()
  expect(audio().paused).toBe(false)
  await expect.element(sleep).toHaveAccessibleName('Sleep timer, 20 minutes left')
  await expect.element(sleep).toMatchTextContent('20 min')
  await expect.element(player.getByText('The sound stops in 20 minutes.')).toBeInTheDocument()
  await sleep.click()
  await expect.element(choice('20 min')).toHaveAttribute('aria-pressed', 'true')
  await choice('Turn off').click()
  await expect.element(sleep).toHaveAccessibleName('Sleep timer')
  await expect.element(player.getByText('The sleep timer is off.')).toBeInTheDocument()
})

test('at the end of the chapter the sound stops at triple speed too, and five more minutes are a tap away, also in the dock', async () => {
  await hear('talk')
  await plays()
  await player.getByRole('combobox', { name: 'Speed' }).selectOptions('3×')
  await sleep.click()
  await choice('This chapter').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dock).toBeVisible()
  await expect.poll(() => audio().paused).toBe(true)
  expect(audio().currentTime).toBe(4)
  await expect.element(page.getByRole('status').filter({ hasText: 'The sleep timer has stopped the sound.' })).toBeVisible()
  await page.getByRole('button', { name: 'Five more minutes' }).click()
  await plays()
  await dock.getByRole('button', { name: /Open the player/ }).click()
  await expect.element(sleep).toHaveAccessibleName('Sleep timer, 5 minutes left')
})

test('until the end of the episode, the next one is offered but does not play by itself', async () => {
  localStorage.setItem('playNext', 'yes')
  await hear('short')
  audio().pause()
  await sleep.click()
  await choice('This episode').click()
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.element(player.getByText(`Next in ${PROGRAM}`, { exact: true })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await expect.element(player.getByRole('heading', { name: short.title })).toBeVisible()
  expect(audio().ended).toBe(true)
})
