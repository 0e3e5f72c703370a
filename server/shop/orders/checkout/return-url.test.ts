import { expect, test } from 'vitest'
import { shortReturnUrl } from './create-order.ts'

const long = 'a'.repeat(600)

test.each([
  ['https://shop.example/bookshop?q=sow#top', 'https://shop.example/bookshop?q=sow#top'],
  [`https://shop.example/bookshop?q=${long}`, 'https://shop.example/bookshop'],
  [`https://shop.example/bookshop#${long}`, 'https://shop.example/bookshop'],
  [`https://shop.example/${long}`, 'https://shop.example/'],
])('%s is stored as %s', (address, kept) => {
  expect(shortReturnUrl(address)).toBe(kept)
})
