import { describe, expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { createSignedUrls, SIGNED_URL_SECONDS } from './signed-urls.ts'

const OLD = 'the signing key before, of thirty-two characters'
const NEW = 'the signing key now, of at least thirty-two characters'
const key = `${'a'.repeat(64)}.pdf`
const entitlementId = '01890000-0000-7000-8000-000000000000'
const noon = Date.UTC(2026, 10, 1, 12)
const grants = (keys = [NEW], now = noon) => createSignedUrls(keys, () => now)

describe('a signature', () => {
  test('a grant is valid for its file and returns its entitlement', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[0-9a-f]{64}\.(pdf|mp3)$/), (entitlementId, key) => {
        expect(grants().verify(grants().sign({ key, entitlementId }), key)).toEqual({ entitlementId })
      }),
    )
  })

  test('a grant expires on time, to the second', () => {
    const grant = grants().sign({ key, entitlementId })
    expect(grants([NEW], noon + (SIGNED_URL_SECONDS - 1) * 1000).verify(grant, key)).toEqual({ entitlementId })
    expect(grants([NEW], noon + SIGNED_URL_SECONDS * 1000).verify(grant, key)).toBeUndefined()
  })

  test('a grant is invalid for another file', () => {
    const grant = grants().sign({ key, entitlementId })
    expect(grants().verify(grant, `${'b'.repeat(64)}.pdf`)).toBeUndefined()
    expect(grants().verify(grant, key.replace('.pdf', '.mp3'))).toBeUndefined()
  })

  test('a grant is invalid with any character changed, added or removed', () => {
    const grant = grants().sign({ key, entitlementId })
    const place = fc.nat(grant.length - 1)
    fc.assert(
      fc.property(place, fc.string({ maxLength: 3, unit: 'grapheme-ascii' }), (at, text) => {
        const tampered = grant.slice(0, at) + text + grant.slice(at + 1)
        fc.pre(tampered !== grant)
        return grants().verify(tampered, key) === undefined
      }),
      { numRuns: 500 },
    )
    for (const longer of [`${grant}.`, `${grant}.x`, `${grant}=`, ` ${grant}`, grant.replace(/\.(\d+)\./, '.0$1.')])
      expect(grants().verify(longer, key), longer).toBeUndefined()
  })

  test('a grant can’t be extended or transferred to another entitlement', () => {
    const [id, , expires, signature] = grants().sign({ key, entitlementId }).split('.')
    expect(grants().verify([id, entitlementId, Number(expires) + 3600, signature].join('.'), key)).toBeUndefined()
    expect(grants().verify([id, entitlementId.replace('7', '8'), expires, signature].join('.'), key)).toBeUndefined()
  })

  test('malformed text is never accepted as a grant', () => {
    const rubbish = fc.string({ unit: 'binary' })
    fc.assert(fc.property(rubbish, (text) => grants().verify(text, key) === undefined))
  })
})

describe('signed order links', () => {
  test('an order link is valid only for its order, until its expiry if an expiry is set', () => {
    for (const link of [grants().signForOrder('o1'), grants().signForOrder('o1', 60)]) {
      expect(grants().verifyForOrder(link, 'o1')).toBe(true)
      expect(grants().verifyForOrder(link, 'o2')).toBe(false)
      expect(grants(['another signing key, of at least thirty-two characters']).verifyForOrder(link, 'o1')).toBe(false)
    }
    const years = noon + 10 * 365 * 86_400_000
    expect(grants([NEW], years).verifyForOrder(grants().signForOrder('o1'), 'o1')).toBe(true)
    expect(grants([NEW], noon + 59_000).verifyForOrder(grants().signForOrder('o1', 60), 'o1')).toBe(true)
    expect(grants([NEW], noon + 60_000).verifyForOrder(grants().signForOrder('o1', 60), 'o1')).toBe(false)
  })

  test('an order link is invalid with its expiry removed or changed, or with a signature for another use', () => {
    const [id, , signature] = grants().signForOrder('o1', 60).split('.')
    const forged = [
      [id, '0', signature],
      [id, String(noon), signature],
      [id, signature],
      [id, '0', signature, ''],
    ]
    for (const parts of forged) expect(grants().verifyForOrder(parts.join('.'), 'o1')).toBe(false)
    expect(grants().verifyForOrder(grants().sign({ key: 'o1', entitlementId: 'order' }), 'o1')).toBe(false)
    expect(grants().verify(grants().signForOrder('o1'), 'o1')).toBeUndefined()
  })
})

describe('rotating keys', () => {
  test('rotating signing keys leaves signatures of the previous key valid until that key is removed', () => {
    const grant = grants([OLD]).sign({ key, entitlementId })
    expect(grants([NEW, OLD]).verify(grant, key)).toEqual({ entitlementId })
    expect(grants([NEW]).verify(grant, key)).toBeUndefined()
  })

  test('new signatures use the first signing key', () => {
    const grant = grants([NEW, OLD]).sign({ key, entitlementId })
    expect(grants([NEW]).verify(grant, key)).toEqual({ entitlementId })
    expect(grants([OLD]).verify(grant, key)).toBeUndefined()
  })

  test('a signature is never accepted for a signing key that did not create it', () => {
    const [, ...rest] = grants([OLD]).sign({ key, entitlementId }).split('.')
    const [newId] = grants([NEW]).sign({ key, entitlementId }).split('.')
    expect(grants([NEW, OLD]).verify([newId, ...rest].join('.'), key)).toBeUndefined()
  })

  test('signed URLs require at least one signing key', () => {
    expect(() => createSignedUrls([])).toThrow('need a signing key')
  })
})
