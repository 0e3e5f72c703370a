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

test('a code that was asked for is gone on with as long as it is good, in its own form', () => {
  writeRequestedCode('purchases', ASKED)
  vi.setSystemTime('2026-11-20T10:09:59Z')
  expect(readRequestedCode('purchases')).toEqual(ASKED)
  expect(readRequestedCode('password')).toBeUndefined()
  vi.setSystemTime('2026-11-20T10:10:00Z')
  expect(readRequestedCode('purchases')).toBeUndefined()
})

test('one that was entered is forgotten', () => {
  writeRequestedCode('password', ASKED)
  writeRequestedCode('password', undefined)
  expect(readRequestedCode('password')).toBeUndefined()
})

test('without storage, or with something else in it, there is none', () => {
  sessionStorage.setItem('code password', '{')
  expect(readRequestedCode('password')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  writeRequestedCode('password', ASKED)
  expect(readRequestedCode('password')).toBeUndefined()
})
