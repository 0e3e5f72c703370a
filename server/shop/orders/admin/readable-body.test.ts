import { expect, test } from 'vitest'
import { readableBody } from './order-details.ts'

test.each([
  ['reference=a&status=Paid&hash=ABCDEF', 'reference=a&status=Paid'],
  ['Status=Ok&HASH=ABCDEF&BrowserUrl=https%3a%2f%2fx', 'Status=Ok&BrowserUrl=https%3a%2f%2fx'],
  ['Hash=ABCDEF', ''],
  ['status=Paid&rehash=1', 'status=Paid&rehash=1'],
  ['<html>Too busy</html>', '<html>Too busy</html>'],
  ['{"id":"cs_1","client_secret":"cs_1_secret_x","hash":"a&hash=b"}', '{"id":"cs_1","client_secret":"(omitted)","hash":"a&hash=b"}'],
])('%s is displayed as %s', (body, shown) => {
  expect(readableBody(body)).toBe(shown)
})
