import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { buildSound, listenButton, player, plays } from '#tests/support/component/recording.ts'

vi.mock('./sleep/sleep-panel.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('code of the player that fails to load is reported, and the recording plays on', async () => {
  openFakeApi({ '/podcasts': [buildPodcast()], '/get-next-action': { action: 'view', url: buildSound(120) } })
  await openPage('/podcasts')
  await listenButton().click()
  await expect.element(player).toBeVisible()
  await plays()
  await player.getByRole('button', { name: 'Sleep timer' }).click()
  await expect.element(page.getByText('This could not be loaded. Check your connection.')).toBeVisible()
  await expect.element(player.getByRole('button', { name: 'Sleep timer' })).toHaveAttribute('aria-expanded', 'false')
  await plays()
})
