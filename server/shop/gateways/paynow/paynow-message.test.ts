import { expect, test } from 'vitest'
import { UntrustedMessageError } from '#server/shop/gateways/gateway.ts'
import { growthOfTime, MAX_LINEAR_GROWTH } from '#tests/support/growth-of-time.ts'
import fc from '#tests/support/property-testing.ts'
import {
  hashOf,
  isHashedWith,
  type PaynowField,
  parseMessage,
  readAmount,
  refusalOf,
  withHash,
  writeAmount,
  writeMessage,
} from './paynow-message.ts'

const KEY = '3e9fed89-60e1-4ce5-ab6e-6b1eb2d4f977'
/** Example message from Paynow's documentation. */
const EXAMPLE: PaynowField[] = [
  ['id', '1201'],
  ['reference', 'TEST REF'],
  ['amount', '99.99'],
  ['additionalinfo', 'A test ticket transaction'],
  ['returnurl', 'http://www.google.com/search?q=returnurl'],
  ['resulturl', 'http://www.google.com/search?q=resulturl'],
  ['status', 'Message'],
]
const EXAMPLE_HASH =
  '2A033FC38798D913D42ECB786B9B19645ADEDBDE788862032F1BD82CF3B92DEF84F316385D5B40DBB35F1A4FD7D5BFE73835174136463CDD48C9366B0749C689'

test('the computed hash matches the example in Paynow’s documentation', () => {
  expect(hashOf(EXAMPLE, KEY)).toBe(EXAMPLE_HASH)
  expect(hashOf(EXAMPLE, KEY.toUpperCase())).toBe(EXAMPLE_HASH)
  expect(withHash(EXAMPLE, KEY).at(-1)).toEqual(['hash', EXAMPLE_HASH])
})

test('a Paynow message with any content is written and parsed in order', () => {
  const field = fc.tuple(
    fc.stringMatching(/^[a-z]{1,20}$/),
    fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed()),
  )
  const message = fc.uniqueArray(field, { selector: ([key]) => key, minLength: 1 })
  fc.assert(
    fc.property(message, (fields) => {
      const read = parseMessage(
        writeMessage(
          withHash(
            fields.filter(([key]) => key !== 'hash'),
            KEY,
          ),
        ),
      )
      expect(read.fields.slice(0, -1)).toEqual(fields.filter(([key]) => key !== 'hash'))
      expect(isHashedWith(read, KEY)).toBe(true)
      expect(isHashedWith(read, KEY.replace('3', '4'))).toBe(false)
    }),
  )
})

test('a Paynow message with capitalized names, lower-case escapes and a plus for a space is parsed', () => {
  const hash = hashOf(
    [
      ['a', 'Ok'],
      ['b', 'http://x.example/?a b'],
      ['c', '1,082'],
    ],
    KEY,
  )
  const message = parseMessage(`Status=Ok&PollUrl=http%3a%2f%2fx.example%2f%3fa+b&paynowreference=1%2c082&Hash=${hash.toLowerCase()}`)
  expect(message.get('pollurl')).toBe('http://x.example/?a b')
  expect(message.get('paynowreference')).toBe('1,082')
  expect(isHashedWith(message, KEY)).toBe(true)
})

test.each(['\n', '\r\n', '&', '&\r\n', '&&', ' &\n', ' '])('a Paynow message that ends in %j is parsed without this ending', (ending) => {
  const text = writeMessage(withHash(EXAMPLE, KEY))
  expect(parseMessage(text + ending)).toMatchObject({ fields: parseMessage(text).fields })
})

test.each(['+', '%c2%a0', '&'])(
  'the time for parsing a Paynow message with thousands of %s grows with its length alone',
  async (filler) => {
    const growth = await growthOfTime(19_000, (length) => {
      const text = `status=a${filler.repeat(length / filler.length)}b`
      return () => {
        try {
          parseMessage(text)
        } catch (error) {
          expect(error).toBeInstanceOf(UntrustedMessageError)
        }
      }
    })
    expect(growth).toBeLessThan(MAX_LINEAR_GROWTH)
  },
)

test('the hash of a Paynow message may cover either raw or trimmed values, and parsed fields are trimmed', () => {
  const padded: PaynowField[] = [
    ['paymentinstrument', '\u00a0Mrs R Moyo \u0085'],
    ['status', ' Paid'],
  ]
  const trimmed = padded.map(([name, value]): PaynowField => [name, value.replace(/[\u0085\u00a0 ]*$|^[\u00a0 ]*/g, '')])
  expect(trimmed.map(([, value]) => value)).toEqual(['Mrs R Moyo', 'Paid'])
  for (const hashed of [padded, trimmed]) {
    const message = parseMessage(writeMessage([...padded, ['hash', hashOf(hashed, KEY)]]))
    expect(isHashedWith(message, KEY)).toBe(true)
    expect(isHashedWith(message, KEY.replace('3', '4'))).toBe(false)
    expect(message.get('status')).toBe('Paid')
  }
  const half = [padded[0], trimmed[1]] as PaynowField[]
  expect(isHashedWith(parseMessage(writeMessage([...padded, ['hash', hashOf(half, KEY)]])), KEY)).toBe(false)
})

test.each([
  ['Status=Error&Error=Invalid+amount+field', 'Invalid amount field'],
  ['Status=Error', 'Paynow refused the payment'],
  ['Status=Failed', 'Paynow refused the payment'],
  ['status=failed&error=Insufficient+balance', 'Insufficient balance'],
  ['status=Cancelled', 'Paynow refused the payment'],
  ['status=Invalid+Id.', 'Invalid Id.'],
  ['status=Invalid+Hash.&error=', 'Invalid Hash.'],
  ['status=Ok', undefined],
  ['status=Sent', undefined],
  ['error=Invalid+Id.', undefined],
])('the response %s to a new payment is read as a refusal with the reason %s', (text, reason) => {
  expect(refusalOf(parseMessage(text))).toBe(reason)
})

test.each([
  ['nothing', ''],
  ['a page', '<!DOCTYPE html><html><body>Busy &amp; back=soon</body></html>'],
  ['a name without a value', 'status'],
  ['a name that comes twice', 'status=Ok&status=Paid'],
  ['a name that comes twice in another case', 'status=Ok&Status=Paid'],
  ['a broken escape', 'status=%zz'],
  ['half an escape', 'status=%2'],
  ['no UTF-8', 'status=%ff'],
  ['an equals sign in a value', 'status=a=b'],
  ['a line break in a value', 'status=O\nk'],
  ['an empty field', 'status=Ok&&a=b'],
  ['an empty field at the beginning', '&status=Ok'],
  ['an escaped name', 'stat%75s=Ok'],
  ['far too much', `status=${'x'.repeat(20_000)}`],
])('%s is not a valid message', (_what, text) => {
  expect(() => parseMessage(text)).toThrow(UntrustedMessageError)
})

test('amounts are written and parsed in cents without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (minor) => {
      const text = writeAmount(minor)
      expect(text).toBe((minor / 100).toFixed(2))
      expect(readAmount(text)).toBe(minor)
    }),
    { numRuns: 5000 },
  )
  expect([1, 10, 30, 1005].map(writeAmount)).toEqual(['0.01', '0.10', '0.30', '10.05'])
  for (const wrong of [0.5, -1, Number.NaN, 2 ** 60]) expect(() => writeAmount(wrong)).toThrow(RangeError)
})

test.each([
  ['5', 500],
  ['9.5', 950],
  ['0', 0],
  ['1050.05', 105_005],
])('the amount %s is parsed, since Paynow leaves out zeros', (text, minor) => {
  expect(readAmount(text)).toBe(minor)
})

test.each([undefined, '', '1.', '.5', '05', '1.000', '01.00', ' 1.00', '1,000.00', '1e2', '-1.00', '+1.00', '0x1.00', '1.00 ', '١.٠٠'])(
  '%s is not a valid Paynow amount',
  (text) => {
    expect(readAmount(text)).toBeUndefined()
  },
)
