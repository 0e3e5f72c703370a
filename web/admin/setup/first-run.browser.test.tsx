import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Setup } from '#contracts/admin/setup.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const SETUP: Setup = {
  steps: [
    { name: 'brand', state: 'done' },
    { name: 'contact', state: 'open' },
    { name: 'book', state: 'skipped' },
    { name: 'payments', state: 'open' },
    { name: 'mail', state: 'open' },
  ],
  payments: 'trial',
  mail: 'failing',
  hasDemonstration: true,
}

test('the overview of a new site lists the open setup steps, which can be skipped, and hides the list when no step is open', async () => {
  const skipped = { ...SETUP, steps: SETUP.steps.map((step) => (step.name === 'mail' ? { ...step, state: 'skipped' as const } : step)) }
  const finished = { ...SETUP, steps: SETUP.steps.map((step) => ({ ...step, state: 'done' as const })) }
  const { answers } = openFakeApi({ '/setup': SETUP, 'PATCH /setup/mail': skipped, 'PATCH /setup/contact': finished })
  await openAdminPage('/admin/overview')
  await expect.element(page.getByRole('link', { name: 'Enter the contact details' })).toHaveAttribute('href', '/admin/site/contact')
  await expect.element(page.getByText('The checkout is a trial: no money moves.')).toBeVisible()
  // Skeletons fade in and out, which changes their contrast.
  await expect.poll(() => page.getByText('Loading').elements()).toEqual([])
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })

  answers['POST /setup/test-mail'] = refuse(503, 'unavailable')
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Skip: Email' }).click()
  await expect.element(page.getByRole('button', { name: 'Resume: Email' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip: Contact details' }).click()
  await expect.element(page.getByRole('heading', { name: 'First steps' })).not.toBeInTheDocument()
})

test('the texts of the setup steps use most of the width of a phone', async () => {
  await page.viewport(360, 740)
  openFakeApi({ '/setup': SETUP })
  await openAdminPage('/admin/overview')
  const text = page.getByText('The checkout is a trial: no money moves.')
  await expect.element(text).toBeVisible()
  const parent = text.element().closest('li')
  // The text of the step must fill the row: a second column for the button would leave only about 60 percent of the width for the text.
  await expect.poll(() => text.element().getBoundingClientRect().width / (parent?.getBoundingClientRect().width ?? 1)).toBeGreaterThan(0.8)
})

test('setup steps that fail to load can be requested again', async () => {
  const { answers } = openFakeApi({ '/setup': refuse(503, 'unavailable') })
  await openAdminPage('/admin/overview')
  await expect.element(page.getByText('The first steps could not be loaded.')).toBeVisible()
  answers['/setup'] = SETUP
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})
