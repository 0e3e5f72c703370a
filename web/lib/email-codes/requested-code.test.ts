import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRequestedCode, writeRequestedCode } from './requested-code.ts'

const ASKED = { email: 'rudo@example.com', at: Date.parse('2026-11-20T10:00:00Z'), isSent: true }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.useFakeTimers({ now: ASKED.at })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a requested code is stored until it expires, separately for each form', () => {
  writeRequestedCode('purchases', ASKED)
  vi.setSystemTime('2026-11-20T10:09:59Z')
  expect(readRequestedCode('purchases')).toEqual(ASKED)
  expect(readRequestedCode('password')).toBeUndefined()
  vi.setSystemTime('2026-11-20T10:10:00Z')
  expect(readRequestedCode('purchases')).toBeUndefined()
})

test('a code is deleted from the browser after use', () => {
  writeRequestedCode('password', ASKED)
  writeRequestedCode('password', undefined)
  expect(readRequestedCode('password')).toBeUndefined()
})

test('no requested code is returned without storage or for an invalid stored value', () => {
  sessionStorage.setItem('code password', '{')
  expect(readRequestedCode('password')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  writeRequestedCode('password', ASKED)
  expect(readRequestedCode('password')).toBeUndefined()
})
