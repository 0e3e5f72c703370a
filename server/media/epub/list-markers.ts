import type { Element } from './xml.ts'

/** Creates the markers of the items of a list, in their order. */
export function createMarkers({ attributes }: Element, name: 'ul' | 'ol'): (item: Element) => string {
  if (name === 'ul') return () => '•'
  const start = Number(attributes.start)
  let number = Number.isSafeInteger(start) && attributes.start ? start : 1
  return ({ attributes: { value } }: Element) => {
    if (value && Number.isSafeInteger(Number(value))) number = Number(value)
    return `${toNumeral(number++, attributes.type)}.`
  }
}

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function toNumeral(number: number, type: string | undefined): string {
  if (number < 1 || number > 3000 || !type || type === '1') return String(number)
  if (type.toLowerCase() === 'a' && number <= 26) return String.fromCharCode((type === 'a' ? 96 : 64) + number)
  if (type.toLowerCase() !== 'i') return String(number)
  let rest = number
  let numeral = ''
  for (const [value, letters] of ROMAN)
    while (rest >= value) {
      numeral += letters
      rest -= value
    }
  return type === 'I' ? numeral.toUpperCase() : numeral
}
