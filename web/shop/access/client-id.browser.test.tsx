import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

test('a failed request for the client id is reported once', async () => {
  const books = ['One', 'Two'].map((title) => buildBook({ id: title, title }))
  openFakeApi({ '/books': books, '/get-client-id': () => Response.json({}, { status: 503 }) })
  await openPage('/bookshop')
  const notice = page.getByText('Failed to fetch client ID')
  await expect.element(notice).toBeVisible()
  expect(notice.elements().length).toBe(1)
  expect(takeErrors().join()).toContain('ApiError')
})
