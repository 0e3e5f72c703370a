import { expect, test, vi } from 'vitest'
import type { NextActionRequest, NextActionResponse } from '#contracts/shop/access.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { createClientIds } from './client-id.ts'
import { fetchNextAction, resolveActionUrl } from './next-action.ts'

const question = { productId: 'b1', product: 'book', currency: 'USD', returnUrl: 'https://lectern.example/bookshop' } as const

function refusal(status: number, field: string) {
  const code = status === 400 ? 'invalid_request' : 'not_found'
  return new ApiError({ type: 'about:blank', title: 'No', status, instance: '', code, requestId: '', errors: [{ field, message: 'No.' }] })
}

function buildClientIds(stored: string | null = 'old') {
  let fetched = 0
  const write = vi.fn((id: string) => {
    stored = id
  })
  const request = vi.fn(async () => `new-${++fetched}`)
  return { ...createClientIds({ read: () => stored, write, request }), request, write }
}

test('the stored client id is used, and no new id is requested', async () => {
  const clientIds = buildClientIds()
  const ask = vi.fn(async () => ({ action: 'view' }))
  expect(await fetchNextAction(question, { clientIds, getNextAction: ask })).toEqual({ action: 'view' })
  expect(ask).toHaveBeenCalledWith({ ...question, clientId: 'old' })
  expect(clientIds.request).not.toHaveBeenCalled()
})

test('a rejected client id is replaced by a new one, and the request is repeated once', async () => {
  const clientIds = buildClientIds()
  const ask = vi.fn(async ({ clientId }: NextActionRequest) => {
    if (clientId === 'old') throw refusal(400, 'clientId')
    return { action: 'view' }
  })
  expect(await fetchNextAction(question, { clientIds, getNextAction: ask })).toEqual({ action: 'view' })
  expect(clientIds.write).toHaveBeenCalledWith('new-1')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a second rejection of the client id is not retried', async () => {
  const ask = vi.fn(() => Promise.reject(refusal(400, 'clientId')))
  await expect(fetchNextAction(question, { clientIds: buildClientIds(), getNextAction: ask })).rejects.toThrow()
  expect(ask).toHaveBeenCalledTimes(2)
})

test.each([refusal(400, 'returnUrl'), refusal(404, 'clientId'), new TypeError('offline')])(
  'any other failure is passed on: %s',
  async (failure) => {
    const ask = vi.fn(() => Promise.reject(failure))
    await expect(fetchNextAction(question, { clientIds: buildClientIds(), getNextAction: ask })).rejects.toBe(failure)
    expect(ask).toHaveBeenCalledTimes(1)
  },
)

test('concurrent calls share one request for a client id', async () => {
  const clientIds = buildClientIds(null)
  expect(await Promise.all([clientIds.get(), clientIds.get(), clientIds.get()])).toEqual(['new-1', 'new-1', 'new-1'])
  expect(clientIds.request).toHaveBeenCalledTimes(1)
})

test('without browser storage, the client id lasts as long as the page', async () => {
  const request = vi.fn(async () => 'only')
  const clientIds = createClientIds({ read: () => null, write: () => {}, request })
  expect([await clientIds.get(), await clientIds.get()]).toEqual(['only', 'only'])
  expect(request).toHaveBeenCalledTimes(1)
})

test('a client id request that failed is repeated for the next caller', async () => {
  const request = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('late')
  const clientIds = createClientIds({ read: () => null, write: () => {}, request })
  await expect(clientIds.get()).rejects.toThrow('offline')
  expect(await clientIds.get()).toBe('late')
})

test('an action that is a relative URL is resolved against the page URL', () => {
  expect(resolveActionUrl('/checkout/book/b1', 'https://lectern.example/bookshop')).toBe('https://lectern.example/checkout/book/b1')
  expect(resolveActionUrl('https://pay.example/x', 'https://lectern.example/')).toBe('https://pay.example/x')
})

test.each(['/checkout/b1', 'https://pay.example/x?y=1', 'HTTP://pay.example'])('the URL %s is a valid action', async (action) => {
  expect(await fetchNextAction(question, { clientIds: buildClientIds(), getNextAction: async () => ({ action }) })).toEqual({ action })
})

test.each([{}, { action: '' }, { action: 'foo bar' }, { action: '/foo bar' }, { action: 5 }, { action: 'javascript:alert(1)' }, null])(
  'an action that is neither “view” nor a URL is invalid: %j',
  async (answer) => {
    const ask = vi.fn(async () => answer as NextActionResponse)
    await expect(fetchNextAction(question, { clientIds: buildClientIds(), getNextAction: ask })).rejects.toThrow()
    expect(ask).toHaveBeenCalledTimes(1)
  },
)
