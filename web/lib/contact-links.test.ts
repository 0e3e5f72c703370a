import { expect, test } from 'vitest'
import { withText } from './contact-links.ts'

test.each([
  ['https://wa.me/263775550142', 'https://wa.me/263775550142?text=Hello%21%20I%20ask%20about%201%2B1.'],
  ['https://api.whatsapp.com/send?phone=26377', 'https://api.whatsapp.com/send?phone=26377&text=Hello%21%20I%20ask%20about%201%2B1.'],
  ['https://t.me/lectern', 'https://t.me/lectern'],
])('the chat link %j opens with a text as %j', (chatLink, href) => {
  expect(withText(chatLink, 'Hello! I ask about 1+1.')).toBe(href)
})
