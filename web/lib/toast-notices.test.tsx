import { expect, test } from 'vitest'
import { NoticeList } from './toast-notices.tsx'

test('a plain toast stays for four seconds, a loading toast until it is dismissed', () => {
  const { toastOptions } = NoticeList({ atTop: false }).props
  expect(toastOptions.blank.duration).toBe(4000)
  expect(toastOptions.loading.duration).toBe(Number.POSITIVE_INFINITY)
})
