import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const file = (name: string) => new File([`content of ${name}`], name, { type: 'audio/mpeg' })

test('recordings that are chosen together are in the order of the numbers in their names, and can be moved', async () => {
  openFakeApi({ '/books': [], '/contact': { delivery: 'simulate' }, '/authors': [] })
  await openAdminPage('/admin/books/new')
  await userEvent.upload(page.getByLabelText('Audiobook'), ['Part 10.mp3', 'Part 2.mp3', 'Opening.mp3', 'Part 1.mp3'].map(file))
  const section = page.getByRole('region', { name: 'Order of the recordings' })
  const names = () =>
    section
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent?.replace(/^\d+/, ''))
  await expect.poll(names).toEqual(['Opening.mp3', 'Part 1.mp3', 'Part 2.mp3', 'Part 10.mp3'])
  await expectToFitEachSize()

  // The focus follows the file, so that pressing the key again moves it on.
  const down = section.getByRole('button', { name: 'Move Opening.mp3 down' }).element()
  if (down instanceof HTMLElement) down.focus()
  for (let times = 0; times < 3; times++) await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['Part 1.mp3', 'Part 2.mp3', 'Part 10.mp3', 'Opening.mp3'])
  await expect.element(section.getByRole('button', { name: 'Move Opening.mp3 up' })).toHaveFocus()
  await expect.element(section.getByText('Opening.mp3 is number 4 of 4')).toBeInTheDocument()

  // The form is not saved without the recordings.
  await page.getByRole('button', { name: 'Add book' }).click()
  await expect.element(page.getByText('Check the order of the recordings below, then use them.')).toBeVisible()

  // A single file replaces the list.
  await userEvent.upload(page.getByLabelText('Audiobook'), file('Whole book.mp3'))
  await expect.element(section).not.toBeInTheDocument()
})
