import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { denyStorage, fillStorage } from '#tests/support/component/full-storage.ts'
import { loadToasts } from '#web/lib/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { createStoredValue, readStorage, useIsUnstored, writePlaces, writeStorage } from './local-storage.ts'

const bookmarks = createStoredValue('bookmarks')

function Shown() {
  return (
    <>
      <p>{`${bookmarks.useValue()} ${useIsUnstored('bookmarks') ? 'unstored' : 'stored'}`}</p>
      <Toaster />
    </>
  )
}

test('with full storage, the page displays what the visitor did and says once that it lasts until the page is closed', async () => {
  await loadToasts()
  await render(<Shown />)
  const empty = fillStorage()
  expect(bookmarks.write('["a"]')).toBe(false)
  expect(writeStorage('highlights', '["b"]')).toBe(false)
  await expect.element(page.getByText('["a"] unstored')).toBeVisible()
  await expect
    .element(page.getByText(/storage is full.*place, bookmarks and notes last only until you close this page.*Delete highlights/))
    .toBeVisible()
  expect(document.querySelectorAll('.toast')).toHaveLength(1)
  expect([readStorage('bookmarks'), readStorage('highlights'), localStorage.getItem('bookmarks')]).toEqual(['["a"]', '["b"]', null])

  empty()
  // Any later change stores the rest.
  writeStorage('currency', 'USD')
  await expect.element(page.getByText('["a"] stored')).toBeVisible()
  expect([localStorage.getItem('bookmarks'), localStorage.getItem('highlights')]).toEqual(['["a"]', '["b"]'])
})

test('reading on after room was made stores the bookmark that did not fit', async () => {
  await render(<Shown />)
  const empty = fillStorage()
  bookmarks.write('["a"]')
  await expect.element(page.getByText('["a"] unstored')).toBeVisible()
  empty()
  writePlaces('readingPositions', '[]')
  await expect.element(page.getByText('["a"] stored')).toBeVisible()
  expect(localStorage.getItem('bookmarks')).toBe('["a"]')
})

test('a text that another tab stored in the meantime is not replaced when there is room again', () => {
  const empty = fillStorage()
  writeStorage('bookmarks', '["here"]')
  empty()
  localStorage.setItem('bookmarks', '["there"]')
  writeStorage('currency', 'USD')
  expect(localStorage.getItem('bookmarks')).toBe('["there"]')
  expect(writeStorage('bookmarks', '["here", "there"]')).toBe(true)
})

test('with denied storage, the page works and a notice says how to allow storage', async () => {
  denyStorage()
  await render(<Shown />)
  expect(writeStorage('currency', 'ZWG')).toBe(false)
  expect(document.querySelectorAll('.toast')).toHaveLength(0)
  expect(writeStorage('draft 1', 'text')).toBe(false)
  await expect.element(page.getByText(/Unsaved changes last only until you close this page.*allow site data/)).toBeVisible()
  expect([readStorage('currency'), readStorage('draft 1')]).toEqual(['ZWG', 'text'])
})
